/** A function of the user failed: a token function, a condition or a fault function. */
export class CallbackError extends Error {
  constructor(failure: string, error: unknown) {
    super(`${failure}: ${toReason(error)}`);
  }
}

/** Runs a function of the user. @throws `CallbackError` that starts with `failure`, when the function fails. */
export async function runCallback<T>(failure: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new CallbackError(failure, error);
  }
}

export const toReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
