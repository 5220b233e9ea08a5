import { readFile } from "node:fs/promises";
import { isHostName } from "../mocks/app/options.ts";
import { endSentence, InvalidInputError } from "../mocks/invalid-input.ts";
import { decodeText, plantsFromJson } from "../mocks/json.ts";
import { MOCK_CHECKS } from "../mocks/options.ts";
import type { MockServerOptions } from "../mocks/server.ts";
import type { NewPlant } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { CommandError, type FlagValues, type Io, LIST, SWITCH, TEXT, throwIfAny } from "./command.ts";

export interface MockSettings {
  readonly options: MockServerOptions;
  readonly tokens: readonly string[];
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
  "no-control": SWITCH,
  "no-cors": SWITCH,
  log: TEXT,
} as const;

type Flags = FlagValues<typeof MOCK_FLAGS>;

/** The value of a flag or its variable, and the name of the one that has it. */
interface Setting<T = string> {
  readonly value: T | undefined;
  readonly name: string;
}

export async function readMockSettings(flags: Flags, env: Io["env"]): Promise<MockSettings> {
  function find<Name extends keyof typeof MOCK_FLAGS>(flag: Name): Setting<NonNullable<Flags[Name]> | string> {
    const variable = `PLANT_STORE_MOCK_${flag.toUpperCase().replaceAll("-", "_")}`;
    return flags[flag] === undefined
      ? // An empty variable counts as not set, as in Compose files.
        { value: env[variable]?.trim() || undefined, name: variable }
      : { value: flags[flag], name: `--${flag}` };
  }
  const host = find("host").value;
  const seed = find("seed").value;
  const tokens = toList(find("token"));
  throwIfAny(MOCK_CHECKS.token(tokens, find("token").name));
  const controlHosts = toList(find("control-host"));
  if (!controlHosts.every(isHostName)) {
    throwIfAny(`${find("control-host").name} must be a host name without scheme and port, such as mock`);
  }
  return {
    options: {
      port: toInteger(find("port"), 65_535) ?? 4010,
      delayMs: toInteger(find("delay"), MAX_TIMER_MS),
      duplicateIds: oneOf(find("duplicate-ids"), ["accept", "reject"]),
      controlHosts,
      control: !isOn(find("no-control")),
      cors: !isOn(find("no-cors")),
      ...(host !== undefined && { host }),
      ...(tokens.length > 0 && { token: tokens }),
      ...(seed !== undefined && { plants: await readSeed(seed) }),
    },
    tokens,
    log: oneOf(find("log"), ["silent", "text", "json"]) ?? "text",
  };
}

const toList = ({ value = [] }: Setting<string | string[]>): string[] =>
  typeof value === "string" ? value.split(/\s+/) : value;

function toInteger({ value, name }: Setting, max: number): number | undefined {
  if (value !== undefined && (!/^\d{1,10}$/.test(value) || Number(value) > max)) {
    throwIfAny(`${name} must be an integer from 0 to ${max}, not ${JSON.stringify(value)}`);
  }
  return value === undefined ? undefined : Number(value);
}

function oneOf<const T extends string>({ value, name }: Setting, choices: readonly T[]): T | undefined {
  const choice = choices.find((known) => known === value);
  if (choice === undefined && value !== undefined) {
    throwIfAny(`${name} must be one of ${choices.join(", ")}, not ${JSON.stringify(value)}`);
  }
  return choice;
}

const isOn = ({ value, name }: Setting<string | boolean>): boolean =>
  typeof value === "boolean" || oneOf({ value, name }, ["true", "false"]) === "true";

async function readSeed(path: string): Promise<NewPlant[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Can't read seed ${path}: ${error.code === "ENOENT" ? "no such file" : error.message}.`);
  });
  try {
    return plantsFromJson(decodeText(bytes));
  } catch (error) {
    throw error instanceof InvalidInputError
      ? new CommandError(endSentence(`Invalid seed ${path}: ${error.message}`))
      : error;
  }
}
