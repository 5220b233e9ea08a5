import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export const DONE = 0;
export const FAILED = 1;
export const COULD_NOT_RUN = 2;

export class UsageError extends Error {
  override readonly name = "UsageError";
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
