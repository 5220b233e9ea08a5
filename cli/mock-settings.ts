import { readFile } from "node:fs/promises";
import { APP_CHECKS, isHostName } from "../mocks/app/app-options.ts";
import { endSentence, InvalidInputError } from "../mocks/invalid-input.ts";
import { MOCK_CHECKS } from "../mocks/mock-options.ts";
import { decodeText } from "../mocks/parse-json.ts";
import { rejectDuplicates } from "../mocks/plants/duplicate-ids.ts";
import { plantsFromJson } from "../mocks/plants/plants-from-json.ts";
import type { MockServerOptions } from "../mocks/server.ts";
import type { NewPlant } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { CommandError, type FlagValues, LIST, SWITCH, TEXT, throwIfProblem } from "./command.ts";

export interface MockSettings {
  readonly options: MockServerOptions;
  readonly log: "silent" | "text" | "json";
}

export const MOCK_FLAGS = {
  port: { ...TEXT, short: "p" },
  host: TEXT,
  token: LIST,
  seed: TEXT,
  delay: TEXT,
  "duplicate-ids": TEXT,
  "control-host": LIST,
  "control-token": TEXT,
  "no-control": SWITCH,
  "no-cors": SWITCH,
  log: TEXT,
} as const;

type Flags = FlagValues<typeof MOCK_FLAGS>;

export async function readMockSettings(flags: Flags): Promise<MockSettings> {
  const { host, seed, token: tokens = [], "control-host": controlHosts = [], "control-token": controlToken } = flags;
  throwIfProblem(MOCK_CHECKS.token(tokens, "--token"));
  throwIfProblem(APP_CHECKS.controlToken(controlToken, "--control-token"));
  if (!controlHosts.every(isHostName)) {
    throw new CommandError("--control-host must be a host name without scheme and port, such as mock.");
  }
  const duplicateIds = readChoice(flags, "duplicate-ids", ["accept", "reject"]);
  return {
    options: {
      port: readInteger(flags, "port", 65_535) ?? 4010,
      delayMs: readInteger(flags, "delay", MAX_TIMER_MS),
      duplicateIds,
      controlHosts,
      control: !flags["no-control"],
      cors: !flags["no-cors"],
      controlToken,
      host,
      token: tokens.length > 0 ? tokens : undefined,
      plants: seed === undefined ? undefined : await readSeed(seed, duplicateIds),
    },
    log: readChoice(flags, "log", ["silent", "text", "json"]) ?? "text",
  };
}

function readInteger(flags: Flags, name: "port" | "delay", max: number): number | undefined {
  const value = flags[name];
  if (value !== undefined && (!/^\d{1,10}$/.test(value) || Number(value) > max)) {
    throw new CommandError(`--${name} must be an integer from 0 to ${max}, not ${JSON.stringify(value)}.`);
  }
  return value === undefined ? undefined : Number(value);
}

function readChoice<const T extends string>(
  flags: Flags,
  name: "duplicate-ids" | "log",
  choices: readonly T[],
): T | undefined {
  const value = flags[name];
  const choice = choices.find((known) => known === value);
  if (choice === undefined && value !== undefined) {
    throw new CommandError(`--${name} must be one of ${choices.join(", ")}, not ${JSON.stringify(value)}.`);
  }
  return choice;
}

async function readSeed(path: string, duplicateIds: MockServerOptions["duplicateIds"]): Promise<NewPlant[]> {
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
    throw error instanceof InvalidInputError
      ? new CommandError(endSentence(`Invalid seed ${path}: ${error.message}`))
      : error;
  }
}
