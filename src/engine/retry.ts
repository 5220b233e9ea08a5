import type { Call } from "./call.ts";
import type { Returned } from "./deadline.ts";
import { PlantStoreCallbackError, type PlantStoreError } from "./errors.ts";
import type { Outcome } from "./result.ts";
import type { FailedAttempt } from "./retry-policy.ts";

/** What follows an attempt: another one after a delay, or the end of the call with an outcome. */
type Decision =
  | { readonly delayMs: number; readonly outcome?: undefined }
  | { readonly delayMs?: undefined; readonly outcome: Outcome };

/** Decides whether an attempt is retried. If `shouldRetry` or `retryDelayMs` fails, that is the outcome of the call. */
export function decideRetry(call: Call, outcome: Outcome): Decision {
  const { attempts, settings, deadline } = call;
  const { retries, shouldRetry, retryDelayMs } = settings;
  if (!outcome.failure || attempts.length > retries) {
    return { outcome };
  }
  const error = outcome.failure();
  if (!isRetryable(error)) {
    return { outcome };
  }
  const { attempts: retry, mayHaveBeenCreated } = call.progress;
  const { isTransient, response } = error;
  const failed: FailedAttempt = { retry, error, response, isTransient, mayHaveBeenCreated };
  const wanted = runOption(call, "shouldRetry", () => shouldRetry(failed), isBoolean, "a boolean");
  if (!wanted.value) {
    return { outcome: wanted.failure ? wanted : outcome };
  }
  const delay =
    outcome.retryAfterMs === undefined
      ? runOption(call, "retryDelayMs", () => retryDelayMs(retry, failed), isDelay, "a number, 0 or more")
      : { value: outcome.retryAfterMs };
  if (delay.failure) {
    return { outcome: delay };
  }
  return delay.value < deadline.remainingMs ? { delayMs: delay.value } : { outcome };
}

const isRetryable = (error: PlantStoreError): error is FailedAttempt["error"] =>
  error.response !== undefined || error.name === "PlantStoreConnectionError";

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

const isDelay = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Runs an option that is a function. It fails if it throws or returns anything invalid. */
function runOption<T>(
  { progress }: Call,
  name: "shouldRetry" | "retryDelayMs",
  run: () => unknown,
  isValid: (value: unknown) => value is T,
  requirement: string,
): Returned<T> {
  let value: unknown;
  try {
    value = run();
  } catch (cause) {
    const details = { cause, ...progress };
    return { failure: () => new PlantStoreCallbackError(name, `${name} failed. See the cause`, details) };
  }
  if (isValid(value)) {
    return { value };
  }
  // A promise isn't valid. Nothing else would handle its rejection.
  Promise.resolve(value).catch(() => {});
  return { failure: () => new PlantStoreCallbackError(name, `${name} must return ${requirement}`, progress) };
}
