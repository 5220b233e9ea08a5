/** What the promise rejects with. It fails where the promise is fulfilled. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error(`It was to reject, and was fulfilled with ${JSON.stringify(value)}.`);
}
