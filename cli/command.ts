import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export const DONE = 0;
/** The mock can't listen, or the service violates a clause. */
export const FAILED = 1;
/** Invalid usage, or a service that can't be checked. */
export const COULD_NOT_RUN = 2;

export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a command reads and writes. `process` implements it; tests pass their own. */
export interface Io {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Readable & { readonly isTTY?: boolean | undefined };
}

export interface TextOutput {
  write(text: string, onDone?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  /** How many bytes wait to be written. */
  readonly writableLength?: number | undefined;
  readonly columns?: number | undefined;
}

/** The package's version. `package.json` is one folder up from both `cli/` and `dist/`. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return version;
}
