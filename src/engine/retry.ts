import { parseRetryAfter } from "../../shared/retry-after.ts";
import type { Call, Settled } from "./call.ts";
import type { FailedAttempt } from "./client-options.ts";
import { PlantStoreCallbackError, PlantStoreConnectionError, type PlantStoreError, ResponseError } from "./errors.ts";
import type { Outcome } from "./result.ts";

/** What follows an attempt: another one after a delay, or the end of the call with an outcome. */
type Decision<Data> =
  | { readonly delayMs: number; readonly outcome?: undefined }
  | { readonly delayMs?: undefined; readonly outcome: Outcome<Data> };

/** Decides whether an attempt is retried. If `shouldRetry` or `retryDelayMs` fails, that is the outcome of the call. */
export function decideRetry<Data>(call: Call, outcome: Outcome<Data>): Decision<Data> {
  const { settings, deadline, progress } = call;
  const { retries, shouldRetry, retryDelayMs } = settings;
  const { attempts: retry, mayHaveBeenCreated } = progress;
  const { failure: error } = outcome;
  if (retry > retries || deadline.check() || !isRetryable(error)) {
    return { outcome };
  }
  const { isTransient } = error;
  const response = error instanceof ResponseError ? error.response : undefined;
  const failed: FailedAttempt = { retry, error, response, isTransient, mayHaveBeenCreated };
  const wanted = runOption(call, "shouldRetry", () => shouldRetry(failed), isBoolean, "a boolean");
  if (!wanted.value) {
    return { outcome: wanted.failure ? wanted : outcome };
  }
  const retryAfterMs = parseRetryAfter(response?.headers.get("retry-after") ?? "");
  const delay =
    retryAfterMs === undefined
      ? runOption(call, "retryDelayMs", () => retryDelayMs(retry, failed), isDelay, "a number, 0 or more")
      : { value: retryAfterMs };
  if (delay.failure) {
    return { outcome: delay };
  }
  return delay.value < deadline.remainingMs ? { delayMs: delay.value } : { outcome };
}

const isRetryable = (error: PlantStoreError | undefined): error is FailedAttempt["error"] =>
  error instanceof PlantStoreConnectionError || error instanceof ResponseError;

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

const isDelay = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Runs an option that is a function. It fails if it throws or returns anything invalid. */
function runOption<T>(
  { progress }: Call,
  name: "shouldRetry" | "retryDelayMs",
  run: () => unknown,
  isValid: (value: unknown) => value is T,
  requirement: string,
): Settled<T> {
  let value: unknown;
  try {
    value = run();
  } catch (cause) {
    return { failure: new PlantStoreCallbackError(name, `${name} failed. See the cause`, { cause, ...progress }) };
  }
  if (isValid(value)) {
    return { value };
  }
  // A promise isn't valid. Nothing else would handle its rejection.
  Promise.resolve(value).catch(() => {});
  return { failure: new PlantStoreCallbackError(name, `${name} must return ${requirement}`, progress) };
}
