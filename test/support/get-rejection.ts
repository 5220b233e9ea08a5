export async function getRejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error(`Expected a rejection, but the promise was fulfilled with ${JSON.stringify(value)?.slice(0, 500)}`);
}
