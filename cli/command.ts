import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearestName } from "../src/shared/nearest.ts";
import { toSafeLine } from "../src/shared/text.ts";

export const DONE = 0;
export const FAILED = 1;
export const COULD_NOT_RUN = 2;

/** Ends a command with a message. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = COULD_NOT_RUN) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function throwIfAny(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new CommandError(`${problem}.`);
  }
}

export interface Io {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Readable & { readonly isTTY?: boolean | undefined };
}

export interface TextOutput {
  write(text: string, onDone?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly writableLength?: number | undefined;
  readonly columns?: number | undefined;
}

/** The package's version. `package.json` is one folder up from both `cli/` and `dist/`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return version;
}

interface Command<T extends FlagOptions> {
  readonly name: string;
  readonly help: string;
  /** A flag with a value, for messages. */
  readonly example: string;
  readonly flags: T;
}

/** Runs a command, or prints its help or the version. Returns the exit code. */
export async function runCommand<const T extends FlagOptions>(
  { name, help, example, flags }: Command<T>,
  args: readonly string[],
  io: Io,
  run: (values: FlagValues<T>) => Promise<number>,
): Promise<number> {
  try {
    const { values, info } = readFlags(args, flags, name, example);
    if (info === undefined) {
      return await run(values);
    }
    io.stdout.write(info === "help" ? help : `${readVersion()}\n`);
    return DONE;
  } catch (error) {
    if (!(error instanceof CommandError)) {
      throw error;
    }
    io.stderr.write(`${name}: ${toSafeLine(error.message, 2_000)}\n`);
    return error.exitCode;
  }
}

type FlagOptions = NonNullable<ParseArgsConfig["options"]>;

export type FlagValues<T extends FlagOptions> = ReturnType<typeof readFlags<T>>["values"];

export const TEXT = { type: "string" } as const;
export const LIST = { type: "string", multiple: true } as const;
export const SWITCH = { type: "boolean" } as const;

const INFO = { help: { ...SWITCH, short: "h" }, version: { ...SWITCH, short: "v" } } as const;

/** Unlike `parseArgs` in strict mode, it accepts values that start with "-", and quotes only known options, never a token. */
function readFlags<const T extends FlagOptions>(args: readonly string[], flags: T, command: string, example: string) {
  const options = { ...flags, ...INFO };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const checked = tokens.map((token) => {
    if (token.kind !== "option") {
      throw new CommandError(
        `Unexpected argument. Pass values with an option, such as ${example}. See ${command} --help.`,
      );
    }
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      const known = Object.keys(options);
      const meant = known.find((each) => name.startsWith(each)) ?? nearestName(name, known);
      throw new CommandError(`Unknown option. ${meant ? `Did you mean --${meant}?` : `See ${command} --help.`}`);
    }
    if (options[name]?.type === "boolean") {
      throwIfAny(value === undefined ? undefined : `${rawName} takes no value`);
      return `--${name}`;
    }
    if (value === undefined || (!inlineValue && value.startsWith("--"))) {
      throw new CommandError(`${rawName} needs a value. If it starts with "--", write --${name}=<value>.`);
    }
    return `--${name}=${value}`;
  });
  const info = (["help", "version"] as const).find((flag) => checked.includes(`--${flag}`));
  return { info, values: parseArgs({ args: checked, options }).values };
}
