import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { PlantStoreCallbackError, type PlantStoreError, PlantStoreResponseError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { AttemptEnd, ErrorEnd, HookContext, Hooks, ResponseEnd } from "./hooks.ts";
import type { Outcome } from "./result.ts";

/** The hooks that observe one attempt. */
export class AttemptHooks {
  readonly #call: Call;
  readonly #request: BuiltRequest;
  readonly #attempt: number;
  readonly #startedMs = performance.now();
  /** What the hooks get. Absent without hooks. */
  #context: HookContext | undefined;
  /** The objects whose `onRequest` was called. Each of them gets one `onResponse` or `onError`. */
  readonly #observers: Hooks[] = [];

  constructor(call: Call, request: BuiltRequest, attempt: number) {
    this.#call = call;
    this.#request = request;
    this.#attempt = attempt;
  }

  /** Calls each `onRequest`. Returns a copy of the headers, to which the attempt adds the token. */
  async begin(): Promise<Headers | PlantStoreError> {
    const { url, method, headers: original, body } = this.#request;
    const headers = new Headers(original);
    if (this.#call.settings.hooks.length === 0) {
      return headers;
    }
    // The URL is redacted, because a base URL may contain the token.
    const context = { id: createId(), attempt: this.#attempt, method, url: this.#call.redact(url), headers, body };
    this.#context = context;
    for (const hooks of this.#call.settings.hooks) {
      this.#observers.push(hooks);
      const error = await this.#run("onRequest", () => hooks.onRequest?.(context));
      if (error) {
        return error;
      }
    }
    const name = findForbiddenHeader(headers, original);
    return name
      ? new PlantStoreCallbackError("onRequest", `onRequest must not set the ${name} header`, this.#call.progress)
      : new Headers(headers);
  }

  /** Calls `onResponse` or `onError` of each observer. Returns the outcome, unless a hook failed. */
  async end<Data>(outcome: Outcome<Data>): Promise<Outcome<Data>> {
    if (!this.#context) {
      return outcome;
    }
    const { mayHaveBeenCreated } = this.#call.progress;
    const context = { ...this.#context, durationMs: performance.now() - this.#startedMs, mayHaveBeenCreated };
    const end = toEnd(outcome);
    // If several hooks fail, the call rejects with the error of the first.
    let failure: PlantStoreError | undefined =
      outcome.error instanceof PlantStoreCallbackError ? outcome.error : undefined;
    for (const hooks of this.#observers) {
      const error = await ("response" in end
        ? this.#run("onResponse", () => hooks.onResponse?.({ ...context, ...end }))
        : this.#run("onError", () => hooks.onError?.({ ...context, ...end })));
      failure ??= error;
    }
    return failure ? { error: failure } : outcome;
  }

  /** Runs a hook, and waits for it unless the call is stopped. Returns why the call can't go on. */
  async #run(name: "onRequest" | "onResponse" | "onError", hook: () => unknown): Promise<PlantStoreError | undefined> {
    try {
      await this.#call.deadline.wait(hook());
      return undefined;
    } catch (cause) {
      const message = `The ${name} hook failed. See the cause`;
      return this.#call.deadline.error ?? new PlantStoreCallbackError(name, message, { cause, ...this.#call.progress });
    }
  }
}

type WithoutEnd<T> = Omit<T, keyof AttemptEnd>;

/** Returns what `onResponse` gets after a response, and what `onError` gets otherwise. */
function toEnd({ result, error }: Outcome<unknown>): WithoutEnd<ResponseEnd> | WithoutEnd<ErrorEnd> {
  if (result) {
    return { response: result.response, error };
  }
  return error instanceof PlantStoreResponseError ? { response: error.response, error } : { error };
}

let lastId = 0;
let idPrefix = "";

function createId(): string {
  // The prefix makes ids differ between processes. Pages over plain HTTP have no `crypto.randomUUID`.
  idPrefix ||= Math.random().toString(36).slice(2);
  lastId += 1;
  return `${idPrefix}-${lastId}`;
}
