import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { PlantStoreCallbackError, type PlantStoreError, PlantStoreResponseError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import type { AttemptEnd, ErrorEnd, HookContext, Hooks, ResponseEnd } from "./hooks.ts";
import type { Outcome } from "./result.ts";

/** The hooks of one attempt. */
export class AttemptHooks {
  readonly #call: Call;
  readonly #context: HookContext;
  readonly #startedMs = performance.now();
  /** The objects whose `onRequest` had its turn. Each of them gets one `onResponse` or `onError`. */
  readonly #reached: Hooks[] = [];

  constructor(call: Call, { url, method, headers, body }: BuiltRequest, attempt: number) {
    this.#call = call;
    // A base URL may contain the token.
    this.#context = { id: createId(), attempt, method, url: call.redact(url), headers: new Headers(headers), body };
  }

  /** Calls `onRequest` of each object. Returns a copy of the headers, to which the attempt adds the token. */
  async begin(): Promise<Headers | PlantStoreError> {
    const { headers } = this.#context;
    const allowed = new Headers(headers);
    for (const hooks of this.#call.settings.hooks) {
      this.#reached.push(hooks);
      const error = await this.#run("onRequest", () => hooks.onRequest?.(this.#context));
      if (error) {
        return error;
      }
    }
    const name = findForbiddenHeader(headers, allowed);
    return name
      ? new PlantStoreCallbackError("onRequest", `onRequest must not set the ${name} header`, this.#call.progress)
      : new Headers(headers);
  }

  /** Calls `onResponse` or `onError` of each object that was reached. Returns the outcome, unless one of them fails. */
  async end<Data>(outcome: Outcome<Data>): Promise<Outcome<Data>> {
    const { mayHaveBeenCreated } = this.#call.progress;
    const durationMs = performance.now() - this.#startedMs;
    const context = { ...this.#context, durationMs, mayHaveBeenCreated };
    const end = toEnd(outcome);
    let failure: PlantStoreError | undefined;
    for (const hooks of this.#reached) {
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
      await this.#call.wait(hook());
      return undefined;
    } catch (cause) {
      const message = `The ${name} hook failed. See the cause`;
      return this.#call.stopError ?? new PlantStoreCallbackError(name, message, { cause, ...this.#call.progress });
    }
  }
}

/** Returns what `onResponse` gets after a response, and else what `onError` gets. */
function toEnd({
  result,
  error,
}: Outcome<unknown>): Omit<ResponseEnd, keyof AttemptEnd> | Omit<ErrorEnd, keyof AttemptEnd> {
  if (result) {
    return { response: result.response, error };
  }
  return error instanceof PlantStoreResponseError ? { response: error.response, error } : { error };
}

let lastId = 0;
let idPrefix = "";

function createId(): string {
  // Makes ids differ between processes. Not `crypto.randomUUID`, which pages over plain HTTP lack.
  idPrefix ||= Math.random().toString(36).slice(2);
  lastId += 1;
  return `${idPrefix}-${lastId}`;
}
