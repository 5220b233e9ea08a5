import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { quotesToken } from "./cause-chain.ts";
import { PlantStoreCallbackError, PlantStoreError, PlantStoreResponseError, PlantStoreTimeoutError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { HookContext, Hooks, ResponseContext } from "./hooks.ts";
import type { Outcome } from "./result.ts";

/** The hooks that observe one attempt. */
export class AttemptHooks {
  readonly #call: Call;
  readonly #startedMs = performance.now();
  /** What the hooks get. Absent without hooks. */
  #context: HookContext | undefined;
  /** The objects whose `onRequest` was called. Each of them gets one `onResponse` or `onError`. */
  readonly #observers: Hooks[] = [];

  constructor(call: Call) {
    this.#call = call;
  }

  /** Calls each `onRequest`. Returns the headers, with those that hooks added, or why the attempt can't be sent. */
  async begin(
    { url, method, headers: original, body }: BuiltRequest,
    attempt: number,
  ): Promise<Headers | PlantStoreError> {
    if (this.#call.settings.hooks.length === 0) {
      return original;
    }
    const { id: callId } = this.#call;
    const headers = new Headers(original);
    const context: HookContext = {
      callId,
      id: `${callId}.${attempt}`,
      attempt,
      method,
      // Redacted, because a base URL may contain the token.
      url: this.#call.redact(url),
      headers,
      body,
    };
    this.#context = context;
    for (const hooks of this.#call.settings.hooks) {
      this.#observers.push(hooks);
      const error = await this.#call.ask(() => hooks.onRequest?.(context), toHookError);
      if (error instanceof PlantStoreError) {
        return error;
      }
    }
    const name = findForbiddenHeader(headers, original);
    return name
      ? new PlantStoreCallbackError("onRequest", `onRequest must not change the ${name} header`, this.#call.progress)
      : headers;
  }

  /** Calls `onResponse` or `onError` of each observer. What they do can't change the outcome. */
  async end(outcome: Outcome<unknown>): Promise<void> {
    if (!this.#context) {
      return;
    }
    const { mayHaveBeenCreated } = this.#call.progress;
    const context = { ...this.#context, durationMs: performance.now() - this.#startedMs, mayHaveBeenCreated };
    const received = toReceived(outcome);
    for (const hooks of this.#observers) {
      await (received
        ? this.#observe("onResponse", () => hooks.onResponse?.({ ...context, ...received }))
        : this.#observe("onError", () => hooks.onError?.({ ...context, error: outcome.failure as PlantStoreError })));
    }
  }

  /** Runs a hook, prints its failure, and waits for it until the deadline. */
  async #observe(name: "onResponse" | "onError", hook: () => unknown): Promise<void> {
    const { deadline } = this.#call;
    const ended = (async () => hook())().catch((error) => this.#printFailure(name, error));
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

  #printFailure(name: "onResponse" | "onError", error: unknown): void {
    if (quotesToken(error, this.#call.redact)) {
      print(`The ${name} hook failed. The error is left out, because it quotes the token`);
    } else {
      print(`The ${name} hook failed`, error);
    }
  }
}

function print(...values: unknown[]): void {
  try {
    console.error(...values);
  } catch {
    // Some test setups make console.error throw.
  }
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
