/** A promise that a test settles, as `Promise.withResolvers` makes in later versions of Node. */
export function deferred() {
  let resolve = (): void => {};
  let reject = (_: Error): void => {};
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
