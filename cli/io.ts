import type { Readable } from "node:stream";

/** What a command reads and writes. `process` implements it; tests pass their own. */
export interface Io {
  /** The command's result. */
  readonly stdout: TextOutput;
  /** Everything else: logs, progress and errors. */
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Readable & { readonly isTTY?: boolean | undefined };
}

export interface TextOutput {
  write(text: string, onDone?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  /** How much waits to be written, in bytes. */
  readonly writableLength?: number | undefined;
  /** The width of the terminal. */
  readonly columns?: number | undefined;
}

/** Writes a text and waits until it is written. Rejects if it can't be, such as on a full disk or a closed pipe. */
export function writeText(output: TextOutput, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
