import { readFile } from "node:fs/promises";
import { isHostName } from "../mocks/app/options.ts";
import { endSentence, InvalidInputError } from "../mocks/invalid-input.ts";
import { decodeText, plantsFromJson } from "../mocks/json.ts";
import { MOCK_CHECKS } from "../mocks/options.ts";
import type { MockServerOptions } from "../mocks/server.ts";
import type { NewPlant } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { type Io, UsageError } from "./command.ts";
import { readFlags } from "./flags.ts";

export interface MockSettings {
  readonly options: MockServerOptions;
  readonly tokens: readonly string[];
  readonly log: "silent" | "text" | "json";
}

const TEXT = { type: "string" } as const;
const LIST = { type: "string", multiple: true } as const;
const SWITCH = { type: "boolean" } as const;

const TEXTS = {
  port: { ...TEXT, short: "p" },
  host: TEXT,
  seed: TEXT,
  delay: TEXT,
  "duplicate-ids": TEXT,
  log: TEXT,
} as const;
const LISTS = { token: LIST, "control-host": LIST } as const;
const SWITCHES = { "no-control": SWITCH, "no-cors": SWITCH } as const;
const FLAGS = {
  ...TEXTS,
  ...LISTS,
  ...SWITCHES,
  help: { ...SWITCH, short: "h" },
  version: { ...SWITCH, short: "v" },
} as const;

export async function readMockSettings(
  args: readonly string[],
  env: Io["env"],
): Promise<MockSettings | "help" | "version"> {
  const flags = readFlags(args, FLAGS, "plant-store mock", "--port 4010");
  if (flags.help || flags.version) {
    return flags.help ? "help" : "version";
  }
  const text = (flag: keyof typeof TEXTS): [value: string | undefined, name: string] =>
    flags[flag] === undefined ? [read(env, flag), variable(flag)] : [flags[flag], `--${flag}`];
  const list = (flag: keyof typeof LISTS): [values: string[], name: string] =>
    flags[flag] === undefined ? [read(env, flag)?.split(/\s+/) ?? [], variable(flag)] : [flags[flag], `--${flag}`];
  const isSet = (flag: keyof typeof SWITCHES): boolean =>
    flags[flag] ?? oneOf(read(env, flag), variable(flag), ["true", "false"] as const) === "true";

  const [host] = text("host");
  const tokens = checkTokens(...list("token"));
  const controlHosts = checkControlHosts(...list("control-host"));
  const [seed] = text("seed");
  return {
    options: {
      port: integer(...text("port"), 65_535) ?? 4010,
      delayMs: integer(...text("delay"), MAX_TIMER_MS),
      duplicateIds: oneOf(...text("duplicate-ids"), ["accept", "reject"] as const),
      controlHosts,
      control: !isSet("no-control"),
      cors: !isSet("no-cors"),
      ...(host !== undefined && { host }),
      ...(tokens.length > 0 && { token: tokens }),
      ...(seed !== undefined && { plants: await readSeed(seed) }),
    },
    tokens,
    log: oneOf(...text("log"), ["silent", "text", "json"] as const) ?? "text",
  };
}

function variable(flag: keyof typeof FLAGS): string {
  return `PLANT_STORE_MOCK_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/** An empty variable counts as not set, as in Compose files. */
function read(env: Io["env"], flag: keyof typeof FLAGS): string | undefined {
  return env[variable(flag)]?.trim() || undefined;
}

function integer(value: string | undefined, name: string, max: number): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!/^\d{1,10}$/.test(value) || Number(value) > max) {
    throw new UsageError(`${name} must be an integer from 0 to ${max}, not ${JSON.stringify(value)}.`);
  }
  return Number(value);
}

function oneOf<T extends string>(value: string | undefined, name: string, choices: readonly T[]): T | undefined {
  const choice = choices.find((known) => known === value);
  if (value !== undefined && choice === undefined) {
    throw new UsageError(`${name} must be one of ${choices.join(", ")}, not ${JSON.stringify(value)}.`);
  }
  return choice;
}

function checkControlHosts(hosts: readonly string[], name: string): readonly string[] {
  if (!hosts.every(isHostName)) {
    throw new UsageError(`${name} must be a host name without scheme and port, such as mock.`);
  }
  return hosts;
}

function checkTokens(tokens: readonly string[], name: string): readonly string[] {
  const problem = MOCK_CHECKS.token(tokens, name);
  if (problem !== undefined) {
    throw new UsageError(`${problem}.`);
  }
  return tokens;
}

async function readSeed(path: string): Promise<NewPlant[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Can't read seed ${path}: ${error.code === "ENOENT" ? "no such file" : error.message}.`);
  });
  try {
    return plantsFromJson(decodeText(bytes));
  } catch (error) {
    throw error instanceof InvalidInputError
      ? new UsageError(endSentence(`Invalid seed ${path}: ${error.message}`))
      : error;
  }
}
