/** What a command reads from, and writes to. The process is one; a test makes its own. */
export interface Io {
  /** What the command was asked for. */
  readonly stdout: TextOutput;
  /** Everything else: logs, and why it could not run. */
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin?: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean | undefined };
}

export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}
