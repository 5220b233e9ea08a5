import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearestName } from "../shared/nearest.ts";
import type { Checks } from "../shared/option-checks.ts";
import { toSafeLine } from "../shared/text.ts";

export const DONE = 0;
export const FAILED = 1;
export const COULD_NOT_RUN = 2;
export const UNAVAILABLE = 3;

/** Ends a command with a message. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = COULD_NOT_RUN) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Checks options under the names of their flags.
 *
 * @throws `CommandError` with all problems.
 */
export function checkOptions<T>(
  checks: Checks<T>,
  options: { readonly [Option in keyof T]?: unknown },
  names: { readonly [Option in keyof T]?: string },
): asserts options is T {
  const problems = (Object.entries(names) as [keyof T, string][])
    .map(([option, name]) => checks[option](options[option], name))
    .filter((problem) => problem !== undefined);
  if (problems.length > 0) {
    throw new CommandError(`${problems.join("; ")}.`);
  }
}

/** What a command needs of `process`. Emits the signals that it gets. */
export interface Io extends NodeJS.EventEmitter {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface TextOutput {
  write(text: string, onDone?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly writableLength?: number | undefined;
}

interface Command<T extends FlagOptions> {
  readonly name: string;
  readonly help: string;
  readonly flags: T;
  /** Called with the message of a failure. */
  readonly onFailure?: (message: string) => void;
}

/** Runs a command, or prints its help. Returns the exit code. */
export async function runCommand<const T extends FlagOptions>(
  { name, help, flags, onFailure }: Command<T>,
  args: readonly string[],
  io: Io,
  run: (values: FlagValues<T>) => Promise<number>,
): Promise<number> {
  try {
    const values = readFlags(name, args, { ...flags, ...HELP_FLAG });
    const { help: wantsHelp }: FlagValues<typeof HELP_FLAG> = values;
    if (wantsHelp) {
      io.stdout.write(help);
      return DONE;
    }
    return await run(values);
  } catch (error) {
    if (!(error instanceof CommandError)) {
      onFailure?.("Unexpected error. See stderr.");
      throw error;
    }
    const message = toSafeLine(error.message, 2_000);
    io.stderr.write(`${name}: ${message}\n`);
    onFailure?.(message);
    return error.exitCode;
  }
}

type FlagOptions = NonNullable<ParseArgsConfig["options"]>;

export type FlagValues<T extends FlagOptions> = ReturnType<typeof parseArgs<{ options: T }>>["values"];

export const TEXT = { type: "string" } as const;
export const LIST = { type: "string", multiple: true } as const;
export const SWITCH = { type: "boolean" } as const;

const HELP_FLAG = { help: { ...SWITCH, short: "h" } } as const;

function readFlags<const T extends FlagOptions>(command: string, args: readonly string[], options: T): FlagValues<T> {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new CommandError(describeMisuse(error as NodeJS.ErrnoException, Object.keys(options), command));
  }
}

/** Rewords the errors of `parseArgs` that quote an argument, which may be a token. Others quote the names of options only. */
function describeMisuse({ code, message }: NodeJS.ErrnoException, known: readonly string[], command: string): string {
  const help = `See ${command} --help.`;
  switch (code) {
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return `Unexpected argument. ${help}`;
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION": {
      const [, option = ""] = /'(-[^']*)'/.exec(message) ?? [];
      const nearest = nearestName(option.replace(/^-+/, ""), known);
      return `Unknown option ${option}. ${nearest ? `Did you mean --${nearest}?` : help}`;
    }
    default:
      return `${message.replace(/\.$/, "")}. ${help}`;
  }
}
