import { unknownName } from "../../shared/nearest.ts";
import { isFunction, isObject } from "../../shared/option-checks.ts";
import type { PlantStoreError } from "./errors.ts";

/** The attempt that a hook observes. The client adds the token later. */
export interface HookContext {
  /** Identifies the call, such as `"k3v9x0qa1f-1"`: unique in the process, and very likely beyond it. */
  readonly callId: string;
  /** Identifies the attempt: the `callId` and the number of the attempt, such as `"k3v9x0qa1f-1.1"`. */
  readonly id: string;
  /** The number of the attempt: 1, or more after a retry. */
  readonly attempt: number;
  /** The method, such as `"POST"`. */
  readonly method: string;
  /** The URL, with the path of the operation. */
  readonly url: string;
  /** The headers of the attempt. `onRequest` may add to them in place. */
  readonly headers: Headers;
  /** The body, as JSON. */
  readonly body: string | undefined;
}

/** An attempt that has ended. */
export interface EndContext extends HookContext {
  /** The time since the first `onRequest` of the attempt, in milliseconds. */
  readonly durationMs: number;
  /**
   * The service's own response, which may quote the token. Its body has been read, up to 1 MiB. Absent if the body broke off. It
   * is the object that the call returns, so don't change it.
   */
  readonly response?: Response | undefined;
  /**
   * What went wrong: a lost connection, an abort, a timeout, a response with an Error or with neither a Plant nor an Error, or a
   * function of yours that failed. Absent for a Plant. Each object of hooks gets an error of its own.
   */
  readonly error?: PlantStoreError | undefined;
  /** Whether the call may have created the plant so far, in this attempt or an earlier one. Absent for a Plant. */
  readonly mayHaveBeenCreated?: boolean | undefined;
}

/**
 * Functions that observe each attempt, unless its token function fails. Use a custom `fetch` to replace a request or a response.
 * The client calls `onRequest` of the objects in order. Each object that it reached then gets one `onEnd`, before the call
 * settles or is retried.
 *
 * The client waits for `onRequest` until the time limit or an abort. If it throws, the attempt isn't sent, and the call rejects
 * with a `PlantStoreCallbackError`. The client doesn't wait for `onEnd`, which can't change what the call returns. What it throws
 * is printed with `console.error`, unless it may quote the token.
 */
export interface Hooks {
  /** Called and awaited before an attempt is sent. Add headers to `headers`, such as a trace id. */
  onRequest?: ((context: HookContext) => void | Promise<void>) | undefined;
  /** Called when an attempt has ended, with a response or without one. */
  onEnd?: ((context: EndContext) => void | Promise<void>) | undefined;
}

export function hooksProblem(value: unknown, name: string): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  return Array.isArray(value)
    ? value.map((each, index) => hookProblem(each, `${name}[${index}]`)).find(Boolean)
    : `${name} must be an array of objects with onRequest or onEnd`;
}

/** Objects may have other properties, such as the fields of a class, but not only those. */
function hookProblem(value: unknown, name: string): string | undefined {
  const { onRequest, onEnd } = Object(value);
  const hooks = [onRequest, onEnd].filter((hook) => hook !== undefined);
  if (hooks.length > 0 && hooks.every(isFunction)) {
    return undefined;
  }
  const [other] = isObject(value) && hooks.length === 0 ? Object.keys(value) : [];
  return other === undefined
    ? `${name} must be an object with the function onRequest or onEnd`
    : `${name} has an ${unknownName("hook", other, ["onRequest", "onEnd"])}`;
}
