import type { Call } from "./call.ts";
import { mayQuoteToken } from "./cause-chain.ts";
import { PlantStoreCallbackError, type PlantStoreError, PlantStoreResponseError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { HookContext, Hooks, ResponseContext } from "./hooks.ts";
import type { Outcome } from "./result.ts";

/** Sends an attempt between its hooks. `onRequest` can add headers to it, and stops it by failing. Its end changes nothing. */
export async function sendWithHooks<Data>(
  call: Call,
  send: (headers: Headers) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  const { url, method, headers, body } = call.request;
  if (call.settings.hooks.length === 0) {
    return await send(headers);
  }
  const startedMs = performance.now();
  const sentHeaders = new Headers(headers);
  const attempt = call.progress.attempts + 1;
  const context: HookContext = {
    callId: call.id,
    id: `${call.id}.${attempt}`,
    attempt,
    method,
    // Redacted, because a base URL may contain the token.
    url: call.redact(url),
    headers: sentHeaders,
    body,
  };
  const { reached, failure } = await callOnRequest(call, context, sentHeaders, headers);
  const outcome: Outcome<Data> = failure ? { failure } : await send(sentHeaders);
  const durationMs = performance.now() - startedMs;
  const ended = { ...context, durationMs, mayHaveBeenCreated: call.progress.mayHaveBeenCreated };
  const received = toReceived(outcome);
  for (const hooks of reached) {
    if (received) {
      callEnd(call, "onResponse", () => hooks.onResponse?.({ ...ended, ...received }));
    } else {
      callEnd(call, "onError", () => hooks.onError?.({ ...ended, error: outcome.failure as PlantStoreError }));
    }
  }
  return outcome;
}

/** Calls each `onRequest`. Returns the objects that it reached, and why the attempt can't be sent. */
async function callOnRequest(
  call: Call,
  context: HookContext,
  headers: Headers,
  original: Headers,
): Promise<{ readonly reached: readonly Hooks[]; readonly failure?: PlantStoreError }> {
  const reached: Hooks[] = [];
  for (const hooks of call.settings.hooks) {
    reached.push(hooks);
    const { failure } = await call.runUntilDeadline(() => hooks.onRequest?.(context), toHookError);
    if (failure) {
      return { reached, failure };
    }
  }
  const name = findForbiddenHeader(headers, original);
  if (name === undefined) {
    return { reached };
  }
  const message = `onRequest must not change the ${name} header`;
  return { reached, failure: new PlantStoreCallbackError("onRequest", message, call.progress) };
}

const toHookError = ({ progress }: Call, cause: unknown) =>
  new PlantStoreCallbackError("onRequest", "The onRequest hook failed. See the cause", { cause, ...progress });

/** Returns what `onResponse` gets, or `undefined` when no complete response has arrived. */
function toReceived({ result, failure }: Outcome<unknown>): Pick<ResponseContext, "response" | "error"> | undefined {
  if (result) {
    return { response: result.response, error: failure };
  }
  return failure instanceof PlantStoreResponseError ? { response: failure.response, error: failure } : undefined;
}

/** Calls `onResponse` or `onError` without waiting for it, and prints what it throws. */
function callEnd(call: Call, name: "onResponse" | "onError", hook: () => unknown): void {
  (async () => hook())()
    .catch((thrown) => console.error(...describeHookFailure(call, name, thrown)))
    // Some test setups make console.error throw.
    .catch(() => {});
}

function describeHookFailure({ redact }: Call, name: string, thrown: unknown): readonly unknown[] {
  try {
    return mayQuoteToken(thrown, redact)
      ? [`The ${name} hook failed. The error is left out, because it may quote the token`]
      : [`The ${name} hook failed`, thrown];
  } catch {
    return [`The ${name} hook failed. The error is left out, because it can't be read`];
  }
}
