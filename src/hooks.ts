import type { Call } from "./call.ts";
import type { ComposedRequest } from "./compose.ts";
import { PlantStoreInputError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import { METHOD } from "./shared/operation.ts";

/** The attempt that a hook hears of. It never has the token. */
export interface HookContext {
  /** Identifies the attempt, such as `"k3v9x0qa1f-1"`: unique in the process, and very likely beyond it. */
  readonly id: string;
  /** The number of the attempt: 1, or more after a retry. */
  readonly attempt: number;
  /** The method, `"POST"`. */
  readonly method: string;
  /** The URL, with the path of the operation. */
  readonly url: string;
  /** The headers of the attempt. `onRequest` may add to them in place. */
  readonly headers: Headers;
  /** The body, as JSON. */
  readonly body: string;
}

/** How an attempt ended. */
export interface AttemptEnd {
  /** The time since the first `onRequest` of the attempt, in milliseconds. */
  readonly durationMs: number;
  /** Whether the call may have created the plant so far, in this attempt or an earlier one. */
  readonly mayHaveBeenCreated: boolean;
}

/** A response whose body has arrived. */
export interface ResponseEnd extends AttemptEnd {
  /** The response. Its body has been read. */
  readonly response: Response;
  /** The body as text, up to 1 MiB, with tokens redacted. Empty for a redirect, whose body isn't read. */
  readonly text: string;
}

/** What ended an attempt without a complete response. */
export interface ErrorEnd extends AttemptEnd {
  /** A lost connection, the reason of an abort, a timeout, or what an `onRequest` threw. */
  readonly error: unknown;
}

/**
 * Functions that observe each attempt. Use a custom `fetch` to replace a request or a response. The client calls `onRequest`
 * of the objects in order. Each object that it reached then gets one `onResponse` or `onError`, before the call settles.
 *
 * The client waits for hooks, except after an abort or a timeout. What a hook throws rejects the call, which isn't retried.
 */
export interface Hooks {
  /** Called before an attempt is sent. Add headers to `headers`, such as a trace id. */
  onRequest?: ((context: HookContext) => void | Promise<void>) | undefined;
  /** Called when the body of a response has arrived, whatever its status. */
  onResponse?: ((context: HookContext & ResponseEnd) => void | Promise<void>) | undefined;
  /** Called when an attempt ends without a complete response. */
  onError?: ((context: HookContext & ErrorEnd) => void | Promise<void>) | undefined;
}

type Outcome = { readonly response: Response; readonly text: string } | { readonly error: unknown };

/** Not `in`, which a polluted `Object.prototype` can make true. */
const isError = <T extends Outcome>(outcome: T): outcome is T & { readonly error: unknown } =>
  Object.hasOwn(outcome, "error");

/** The hooks of one attempt. */
interface ObservedAttempt {
  /** Calls `onRequest` of each object. Returns a copy of the headers, to which the attempt adds the token. */
  begin(): Headers | Promise<Headers>;
  /** Calls `onResponse` or `onError` of each object that was reached, even if one throws. Then throws the first error. */
  finish(outcome: Outcome): void | Promise<void>;
}

export function observeAttempt(
  hooks: readonly Hooks[],
  request: ComposedRequest,
  call: Call,
  attempt: number,
  signal: AbortSignal,
): ObservedAttempt {
  // Without hooks, a listener would take as long as the rest of the attempt.
  return hooks.length > 0
    ? new AttemptHooks(hooks, request, call, attempt, signal)
    : { begin: () => new Headers(request.headers), finish() {} };
}

class AttemptHooks implements ObservedAttempt {
  readonly #hooks: readonly Hooks[];
  readonly #request: ComposedRequest;
  readonly #context: HookContext;
  readonly #call: Call;
  readonly #signal: AbortSignal;
  readonly #startedMs = performance.now();
  /** The objects that were reached and still get `onResponse` or `onError`. */
  readonly #pending: Hooks[] = [];
  /** The first outcome, which all objects get. */
  #outcome: (HookContext & AttemptEnd & Outcome) | undefined;

  constructor(hooks: readonly Hooks[], request: ComposedRequest, call: Call, attempt: number, signal: AbortSignal) {
    const { url, headers, body } = request;
    this.#request = request;
    this.#hooks = hooks;
    // A base URL may contain the token.
    const safeUrl = call.redact(url);
    this.#context = Object.freeze({
      id: createId(),
      attempt,
      method: METHOD,
      url: safeUrl,
      headers: new Headers(headers),
      body,
    });
    this.#call = call;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#abandon());
  }

  async begin(): Promise<Headers> {
    const context = this.#context;
    try {
      for (const hooks of this.#hooks) {
        this.#pending.push(hooks);
        this.#throwIfReplaced(await hooks.onRequest?.(context));
        this.#signal.throwIfAborted();
      }
      this.#throwIfForbidden(context.headers);
    } catch (error) {
      await this.finish({ error }).catch(() => {});
      throw error;
    }
    return new Headers(context.headers);
  }

  async finish(outcome: Outcome): Promise<void> {
    const failures: unknown[] = [];
    for (let hooks = this.#pending.shift(); hooks; hooks = this.#pending.shift()) {
      try {
        this.#throwIfReplaced(await this.#tell(hooks, outcome));
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** After an abort, the objects that are left are told at once and not waited for. What they throw is ignored. */
  #abandon(): void {
    for (const hooks of this.#pending.splice(0)) {
      (async () => this.#tell(hooks, { error: this.#signal.reason }))().catch(() => {});
    }
  }

  #tell(hooks: Hooks, outcome: Outcome): unknown {
    this.#outcome ??= {
      ...this.#context,
      ...(isError(outcome) ? outcome : { ...outcome, text: this.#call.redact(outcome.text) }),
      durationMs: performance.now() - this.#startedMs,
      mayHaveBeenCreated: this.#call.progress.mayHaveBeenCreated,
    };
    return isError(this.#outcome) ? hooks.onError?.(this.#outcome) : hooks.onResponse?.(this.#outcome);
  }

  #throwIfReplaced(returned: unknown): void {
    if (returned instanceof Request || returned instanceof Response) {
      throw this.#mistake("a hook must return nothing. To replace a request or a response, pass a custom fetch");
    }
  }

  #throwIfForbidden(headers: Headers): void {
    const name = findForbiddenHeader(headers, this.#request.headers);
    if (name) {
      throw this.#mistake(`onRequest must not set the ${name} header`);
    }
  }

  #mistake(message: string): PlantStoreInputError {
    return new PlantStoreInputError("Invalid hook", [{ message }], this.#call.progress);
  }
}

let lastId = 0;
let idPrefix = "";

function createId(): string {
  // Makes ids differ between processes. Not `crypto.randomUUID`, which pages over plain HTTP lack.
  idPrefix ||= Math.random().toString(36).slice(2);
  lastId += 1;
  return `${idPrefix}-${lastId}`;
}
