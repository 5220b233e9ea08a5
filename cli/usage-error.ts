/** The command can't run as it was called. The message says why, in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
