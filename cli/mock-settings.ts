import { parseArgs } from "node:util";
import type { MockServerOptions } from "../mocks/server.ts";
import type { Io } from "./io.ts";
import { readSeed } from "./seed.ts";
import { UsageError } from "./usage-error.ts";

/** How `plant-store mock` tells what it answers. */
export type LogFormat = "silent" | "text" | "json";

/** What `plant-store mock` was told, by flags and by variables. */
export interface MockSettings {
  readonly options: MockServerOptions;
  /** The valid tokens; none where any is valid. */
  readonly tokens: readonly string[];
  readonly log: LogFormat;
}

const FLAGS = {
  port: { type: "string" },
  host: { type: "string" },
  token: { type: "string", multiple: true },
  seed: { type: "string" },
  delay: { type: "string" },
  "duplicate-ids": { type: "string" },
  log: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

type TextFlag = "port" | "host" | "seed" | "delay" | "duplicate-ids" | "log";

/**
 * Reads the flags, and the variables where a flag is missing.
 *
 * @returns `"help"` or `"version"` where that was asked for.
 * @throws {UsageError} when a flag or a value is not known.
 */
export async function readMockSettings(
  args: readonly string[],
  env: Io["env"],
): Promise<MockSettings | "help" | "version"> {
  const flags = parseFlags(args);
  if (flags.help) {
    return "help";
  }
  if (flags.version) {
    return "version";
  }
  /** A value, and the name under which it was given. */
  const textOf = (flag: TextFlag): [value: string | undefined, name: string] =>
    flags[flag] === undefined ? [given(env[variable(flag)]), variable(flag)] : [flags[flag], `--${flag}`];

  const [host] = textOf("host");
  const tokens = (flags.token ?? given(env[variable("token")])?.split(/\s+/) ?? []).map(checkToken);
  const [seed] = textOf("seed");
  return {
    options: {
      port: integer(...textOf("port"), 65_535) ?? 4010,
      delayMs: integer(...textOf("delay"), 2 ** 31 - 1),
      duplicateIds: oneOf(...textOf("duplicate-ids"), ["accept", "reject"] as const),
      ...(host !== undefined && { host }),
      ...(tokens.length > 0 && { token: tokens }),
      ...(seed !== undefined && { plants: await readSeed(seed) }),
    },
    tokens,
    log: oneOf(...textOf("log"), ["silent", "text", "json"] as const) ?? "text",
  };
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // What follows the first sentence tells how to pass a positional that looks like a flag: there is none here.
    const [reason] = (error as Error).message.split(/\.(?:\s|$)/);
    throw new UsageError(`${reason}. See plant-store mock --help.`);
  }
}

function variable(flag: keyof typeof FLAGS): string {
  return `PLANT_STORE_MOCK_${flag.toUpperCase().replace("-", "_")}`;
}

/** A variable that is set to nothing counts as not set, as in Compose files. */
function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
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
  const choice = choices.find((choice) => choice === value);
  if (value !== undefined && choice === undefined) {
    throw new UsageError(`${name} must be one of ${choices.join(", ")}, not ${JSON.stringify(value)}.`);
  }
  return choice;
}

function checkToken(token: string): string {
  if (!/^[!-~\xA0-\xFF]+$/.test(token)) {
    throw new UsageError("A token must be of characters that a header can carry, without spaces, and not empty.");
  }
  return token;
}
