import { readFile } from "node:fs/promises";
import { isHostName } from "../mocks/app/app-options.ts";
import { describeInvalid, endSentence } from "../mocks/input/invalid-input.ts";
import { decodeText } from "../mocks/input/read-text.ts";
import { rejectDuplicates } from "../mocks/plants/duplicates.ts";
import { plantsFromJson } from "../mocks/plants/plants-from-json.ts";
import { SERVER_CHECKS } from "../mocks/server/serve.ts";
import type { MockServerOptions } from "../mocks/server.ts";
import type { NewPlant } from "../shared/records.ts";
import { CommandError, checkOptions, type FlagValues, LIST, SWITCH, TEXT } from "./command.ts";

export interface MockSettings {
  readonly options: MockServerOptions;
  readonly log: (typeof LOG_FORMATS)[number];
}

const LOG_FORMATS = ["silent", "text", "json"] as const;

export const MOCK_FLAGS = {
  port: { ...TEXT, short: "p" },
  host: TEXT,
  token: LIST,
  seed: TEXT,
  delay: TEXT,
  "duplicate-ids": TEXT,
  "control-host": LIST,
  "no-control": SWITCH,
  "no-cors": SWITCH,
  log: TEXT,
} as const;

export async function readMockSettings(flags: FlagValues<typeof MOCK_FLAGS>): Promise<MockSettings> {
  const log = LOG_FORMATS.find((known) => known === (flags.log ?? "text"));
  if (log === undefined) {
    throw new CommandError(`--log must be one of ${LOG_FORMATS.join(", ")}.`);
  }
  const controlHosts = flags["control-host"];
  if (controlHosts?.some((name) => !isHostName(name))) {
    throw new CommandError("--control-host must be a host name without scheme and port, such as mock.");
  }
  const options: MockServerOptions = {
    port: toNumber(flags.port) ?? 4010,
    host: flags.host,
    token: flags.token,
    delayMs: toNumber(flags.delay),
    duplicateIds: flags["duplicate-ids"] as MockServerOptions["duplicateIds"],
    controlHosts,
    control: !flags["no-control"],
    cors: !flags["no-cors"],
  };
  checkOptions(SERVER_CHECKS, options, {
    port: "--port",
    host: "--host",
    token: "--token",
    delayMs: "--delay",
    duplicateIds: "--duplicate-ids",
  });
  const plants = flags.seed === undefined ? undefined : await readSeedFile(flags.seed, options.duplicateIds);
  return { options: { ...options, plants }, log };
}

/** An empty text, which may be a variable that isn't set, isn't 0. */
const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.trim() || Number.NaN);

async function readSeedFile(path: string, duplicateIds: MockServerOptions["duplicateIds"]): Promise<NewPlant[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Could not read seed ${path}: ${error.code === "ENOENT" ? "no such file" : error.message}.`);
  });
  try {
    const plants = plantsFromJson(decodeText(bytes));
    if (duplicateIds === "reject") {
      rejectDuplicates(plants, (index) => `plants[${index}]: `);
    }
    return plants;
  } catch (error) {
    throw new CommandError(endSentence(describeInvalid(`Invalid seed ${path}`, error)));
  }
}
