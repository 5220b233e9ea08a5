/** Runs a function of the user. If it fails, the error starts with `failure`. */
export async function runCallback<T>(failure: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`${failure}: ${toReason(error)}`);
  }
}

export const toReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
