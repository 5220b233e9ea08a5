/**
 * Runs the work under one signal, which aborts when the time is up or when the caller's own signal does. What `work`
 * awaits may ignore the signal: the promise rejects all the same, with the reason of the abort. When it settles, no
 * timer and no listener is left behind.
 */
export function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    // An own controller: a long-lived signal that is handed to many fetches collects their listeners.
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => stop(signal?.reason);
    const timer = setTimeout(() => stop(timeoutError()), timeoutMs);
    signal?.addEventListener("abort", onAbort);
    // `resolve` is handed on as it is: by that, engines find the caller for the stack of an error. What fails is aborted
    // too: it may have left a connection open, with the rest of an answer. `finally(end)` would say it shorter, and take
    // longer at each call.
    work(controller.signal)
      .then((value) => {
        end();
        return value;
      })
      .then(resolve, stop);
  });
}
