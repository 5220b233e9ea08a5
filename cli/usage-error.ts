/** The command was not told rightly what to do. The message says how, in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
