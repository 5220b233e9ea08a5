import type { Call } from "./call.ts";
import type { ComposedRequest } from "./compose.ts";
import { PlantStoreInputError } from "./errors.ts";
import { findForbiddenHeader } from "./headers.ts";
import { OPERATIONS } from "./shared/operations.ts";

/** The attempt that a hook observes. It never contains the token. */
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
  { url, headers, body }: ComposedRequest,
  call: Call,
  attempt: number,
  signal: AbortSignal,
): ObservedAttempt {
  if (hooks.length === 0) {
    // Adding an abort listener would take as long as the rest of the attempt.
    return { begin: () => new Headers(headers), finish() {} };
  }
  const startedMs = performance.now();
  const context: HookContext = Object.freeze({
    id: createId(),
    attempt,
    method: OPERATIONS.createPlant.method,
    // A base URL may contain the token.
    url: call.redact(url),
    headers: new Headers(headers),
    body,
  });
  /** The objects that were reached and still get `onResponse` or `onError`. */
  const reached: Hooks[] = [];
  let end: (HookContext & AttemptEnd & Outcome) | undefined;

  /** Calls `onResponse` or `onError` of one object. All objects get the first outcome. */
  const notify = (hooks: Hooks, outcome: Outcome): unknown => {
    end ??= {
      ...context,
      ...(isError(outcome) ? outcome : { ...outcome, text: call.redact(outcome.text) }),
      durationMs: performance.now() - startedMs,
      mayHaveBeenCreated: call.progress.mayHaveBeenCreated,
    };
    return isError(end) ? hooks.onError?.(end) : hooks.onResponse?.(end);
  };
  const reject = (message: string): never => {
    throw new PlantStoreInputError("Invalid hook", [{ message }], call.progress);
  };
  const rejectReplacement = (returned: unknown): void => {
    if (returned instanceof Request || returned instanceof Response) {
      reject("a hook must return nothing. To replace a request or a response, pass a custom fetch");
    }
  };

  async function begin(): Promise<Headers> {
    try {
      for (const each of hooks) {
        reached.push(each);
        rejectReplacement(await each.onRequest?.(context));
        signal.throwIfAborted();
      }
      const name = findForbiddenHeader(context.headers, headers);
      return name ? reject(`onRequest must not set the ${name} header`) : new Headers(context.headers);
    } catch (error) {
      await finish({ error }).catch(() => {});
      throw error;
    }
  }

  async function finish(outcome: Outcome): Promise<void> {
    const failures: unknown[] = [];
    for (let each = reached.shift(); each; each = reached.shift()) {
      try {
        rejectReplacement(await notify(each, outcome));
      } catch (failure) {
        failures.push(failure);
      }
    }
    signal.removeEventListener("abort", abandon);
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** After an abort, notifies the remaining objects at once, without waiting. What they throw is ignored. */
  function abandon(): void {
    for (const each of reached.splice(0)) {
      (async () => notify(each, { error: signal.reason }))().catch(() => {});
    }
  }
  signal.addEventListener("abort", abandon);
  return { begin, finish };
}

let lastId = 0;
let idPrefix = "";

function createId(): string {
  // Makes ids differ between processes. Not `crypto.randomUUID`, which pages over plain HTTP lack.
  idPrefix ||= Math.random().toString(36).slice(2);
  lastId += 1;
  return `${idPrefix}-${lastId}`;
}
