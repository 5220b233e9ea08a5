export const getRejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(
        `Expected a rejection, but the promise was fulfilled with ${JSON.stringify(value)?.slice(0, 500)}`,
      );
    },
    (reason: unknown) => reason,
  );
