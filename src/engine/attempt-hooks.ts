import type { Call } from "./call.ts";
import { type Failure, PlantStoreCallbackError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { EndContext, HookContext, Hooks } from "./hooks.ts";
import { mayQuoteToken } from "./quoted-token.ts";
import type { Outcome } from "./result.ts";

/** Sends an attempt between its hooks. `onRequest` can add headers to it, and stops it by failing. `onEnd` changes nothing. */
export async function sendWithHooks(call: Call, send: (headers: Headers) => Promise<Outcome>): Promise<Outcome> {
  const { url, method, headers, body } = call.request;
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
  const outcome: Outcome = stopped ? { failure: stopped } : await send(sentHeaders);
  const durationMs = performance.now() - startedMs;
  for (const hooks of reached) {
    const error = outcome.failure?.();
    const response = outcome.result?.response ?? error?.response;
    const mayHaveBeenCreated = error?.mayHaveBeenCreated;
    callOnEnd(call, hooks, { ...context, durationMs, response, error, mayHaveBeenCreated });
  }
  return outcome;
}

/** Calls each `onRequest`, and adds the objects that it reached. Returns why the attempt can't be sent. */
async function callOnRequest(
  call: Call,
  context: HookContext,
  headers: Headers,
  reached: Hooks[],
): Promise<Failure | undefined> {
  const { deadline, progress, request, settings } = call;
  for (const hooks of settings.hooks) {
    const { failure } = await deadline.run(
      () => {
        reached.push(hooks);
        return hooks.onRequest?.(context);
      },
      (cause) => () =>
        new PlantStoreCallbackError("onRequest", "The onRequest hook failed. See the cause", { cause, ...progress }),
    );
    if (failure) {
      return failure;
    }
  }
  const name = findForbiddenHeader(headers, request.headers);
  return name
    ? () => new PlantStoreCallbackError("onRequest", `onRequest must not change the ${name} header`, progress)
    : undefined;
}

/** Calls `onEnd` without waiting for it, and prints what it throws. */
function callOnEnd(call: Call, hooks: Hooks, context: EndContext): void {
  (async () => hooks.onEnd?.(context))()
    .catch((thrown) =>
      mayQuoteToken(thrown, call.tokens)
        ? console.error("The onEnd hook failed. The error is left out, because it may quote the token")
        : console.error("The onEnd hook failed", thrown),
    )
    // Printing may fail too: the setup of some test suites makes `console.error` throw.
    .catch(() => {});
}
