import type { Call } from "./call.ts";
import { PlantStoreInputError } from "./errors.ts";
import { findConnectionHeader } from "./headers.ts";
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
 * Functions that observe each attempt. Use a custom `fetch` to replace a request or a response. Each object whose turn in
 * `onRequest` has come gets either `onResponse` or `onError`, once, before the call settles.
 *
 * The client waits for hooks, except after an abort or a timeout. What a hook throws rejects the call, which isn't retried.
 */
export interface Hooks {
  /** Called before an attempt is sent. Add headers to `headers`, such as a trace id. */
  onRequest?(context: HookContext): void | Promise<void>;
  /** Called when the body of a response has arrived, whatever its status. */
  onResponse?(context: HookContext & ResponseEnd): void | Promise<void>;
  /** Called when an attempt ends without a complete response. */
  onError?(context: HookContext & ErrorEnd): void | Promise<void>;
}

type End = { readonly response: Response; readonly text: string } | { readonly error: unknown };

/** The hooks of one attempt. */
interface ObservedAttempt {
  /** Calls `onRequest` of each object, and returns the headers to send, which nobody else has. */
  begin(): Promise<Headers>;
  /** Calls `onResponse` or `onError` of each object that has had its turn, even if one throws. Then throws the first error. */
  end(end: End): Promise<void>;
}

export function observeAttempt(
  hooks: readonly Hooks[],
  call: Call,
  attempt: number,
  signal: AbortSignal,
): ObservedAttempt {
  // Without hooks, the copies of headers and the listener would take longer than the rest of the attempt.
  return hooks.length > 0
    ? new AttemptHooks(hooks, call, attempt, signal)
    : { begin: async () => call.request.headers, end: async () => {} };
}

class AttemptHooks implements ObservedAttempt {
  readonly #hooks: readonly Hooks[];
  readonly #context: HookContext;
  readonly #call: Call;
  readonly #signal: AbortSignal;
  readonly #startedMs = performance.now();
  /** How many objects have had their turn in `onRequest`, and how many of those have had their end. */
  #begun = 0;
  #ended = 0;
  #end: (HookContext & AttemptEnd & End) | undefined;

  constructor(hooks: readonly Hooks[], call: Call, attempt: number, signal: AbortSignal) {
    const { url, headers, body } = call.request;
    this.#hooks = hooks;
    // A base URL may contain the token.
    const shownUrl = call.redact(url);
    this.#context = { id: createId(), attempt, method: METHOD, url: shownUrl, headers: new Headers(headers), body };
    this.#call = call;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#abandon());
  }

  async begin(): Promise<Headers> {
    const context = this.#context;
    try {
      for (const hooks of this.#hooks) {
        this.#begun += 1;
        this.#refuseReturned(await hooks.onRequest?.(context));
        this.#signal.throwIfAborted();
      }
      const forbidden = findConnectionHeader(context.headers);
      if (forbidden) {
        throw this.#mistake(`onRequest must not add the ${forbidden} header`);
      }
    } catch (error) {
      await this.end({ error }).catch(() => {});
      throw error;
    }
    return new Headers(context.headers);
  }

  async end(end: End): Promise<void> {
    const failures: unknown[] = [];
    for (const callHook of this.#ends(end)) {
      try {
        this.#refuseReturned(await callHook());
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** After an abort, the ends that are left are called at once and not waited for. What they throw is ignored. */
  #abandon(): void {
    for (const callHook of this.#ends({ error: this.#signal.reason })) {
      (async () => callHook())().catch(() => {});
    }
  }

  /** The ends that are left. The first end of an attempt counts, so that no object gets two. */
  *#ends(end: End): Generator<() => unknown> {
    this.#end ??= {
      ...this.#context,
      ...("error" in end ? end : { ...end, text: this.#call.redact(end.text) }),
      durationMs: performance.now() - this.#startedMs,
      mayHaveBeenCreated: this.#call.progress.mayHaveBeenCreated,
    };
    const context = this.#end;
    while (this.#ended < this.#begun) {
      const hooks = this.#hooks[this.#ended] as Hooks;
      this.#ended += 1;
      yield () => ("error" in context ? hooks.onError?.(context) : hooks.onResponse?.(context));
    }
  }

  #refuseReturned(returned: unknown): void {
    if (returned instanceof Request || returned instanceof Response) {
      throw this.#mistake("a hook must return nothing. To replace a request or a response, pass a custom fetch");
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
