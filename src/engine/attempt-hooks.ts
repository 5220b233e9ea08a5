import type { Call } from "./call.ts";
import { mayQuoteToken } from "./cause-chain.ts";
import { PlantStoreCallbackError, type PlantStoreError, type ResponseError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { ErrorContext, HookContext, Hooks, ResponseContext } from "./hooks.ts";
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
  const reached: Hooks[] = [];
  const stopped = await callOnRequest(call, context, sentHeaders, reached);
  const outcome: Outcome<Data> = stopped ? { failure: stopped } : await send(sentHeaders);
  const durationMs = performance.now() - startedMs;
  const { mayHaveBeenCreated } = call.progress;
  const { failure: error } = outcome;
  const { response } = outcome.result ?? (error as Partial<ResponseError>);
  const end = { ...context, durationMs, mayHaveBeenCreated, ...(response && { response }), error };
  for (const hooks of reached) {
    callEnd(call, hooks, response ? "onResponse" : "onError", end as ResponseContext & ErrorContext);
  }
  return outcome;
}

/** Calls each `onRequest`, and adds the objects that it reached. Returns why the attempt can't be sent. */
async function callOnRequest(
  call: Call,
  context: HookContext,
  headers: Headers,
  reached: Hooks[],
): Promise<PlantStoreError | undefined> {
  for (const hooks of call.settings.hooks) {
    reached.push(hooks);
    const { failure } = await call.runUntilDeadline(() => hooks.onRequest?.(context), toHookError);
    if (failure) {
      return failure;
    }
  }
  const name = findForbiddenHeader(headers, call.request.headers);
  const message = `onRequest must not change the ${name} header`;
  return name ? new PlantStoreCallbackError("onRequest", message, call.progress) : undefined;
}

const toHookError = ({ progress }: Call, cause: unknown) =>
  new PlantStoreCallbackError("onRequest", "The onRequest hook failed. See the cause", { cause, ...progress });

/** Calls `onResponse` or `onError` without waiting for it, and prints what it throws. */
function callEnd(
  { redact }: Call,
  hooks: Hooks,
  name: "onResponse" | "onError",
  context: ResponseContext & ErrorContext,
): void {
  (async () => hooks[name]?.(context))()
    .catch((thrown) =>
      mayQuoteToken(thrown, redact)
        ? console.error(`The ${name} hook failed. The error is left out, because it may quote the token`)
        : console.error(`The ${name} hook failed`, thrown),
    )
    // Some test setups make console.error throw.
    .catch(() => {});
}
