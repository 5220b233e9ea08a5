import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { quotesToken } from "./cause-chain.ts";
import {
  PlantStoreCallbackError,
  type PlantStoreError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
} from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { HookContext, Hooks, ResponseContext } from "./hooks.ts";
import type { Outcome } from "./result.ts";

/** Sends an attempt between its hooks. They can add headers to it, and can't change its outcome. */
export async function sendWithHooks<Data>(
  call: Call,
  { url, method, headers, body }: BuiltRequest,
  send: (headers: Headers) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
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
    await (received
      ? callEndHook(call, "onResponse", () => hooks.onResponse?.({ ...ended, ...received }))
      : callEndHook(call, "onError", () => hooks.onError?.({ ...ended, error: outcome.failure as PlantStoreError })));
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
    const { failure } = await call.ask(() => hooks.onRequest?.(context), toHookError);
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

/** Calls `onResponse` or `onError`, prints its failure, and waits for it until the deadline. */
async function callEndHook(call: Call, name: "onResponse" | "onError", hook: () => unknown): Promise<void> {
  const { deadline } = call;
  const ended = (async () => hook())().catch((error) => printFailure(call, name, error));
  if (deadline.error) {
    return;
  }
  try {
    await deadline.wait(ended);
  } catch (error) {
    if (error instanceof PlantStoreTimeoutError) {
      print(`The ${name} hook was still running at the time limit`);
    }
  }
}

function printFailure({ redact }: Call, name: string, error: unknown): void {
  if (quotesToken(error, redact)) {
    print(`The ${name} hook failed. The error is left out, because it quotes the token`);
  } else {
    print(`The ${name} hook failed`, error);
  }
}

function print(...values: unknown[]): void {
  try {
    console.error(...values);
  } catch {
    // Some test setups make console.error throw.
  }
}
