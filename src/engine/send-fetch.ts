import type { Call } from "./call.ts";
import type { Returned } from "./deadline.ts";
import { type Failure, PlantStoreCallbackError } from "./errors.ts";
import { toConnectionFailure } from "./failures.ts";
import { RequestWatch } from "./request-watch.ts";
import { mayHaveCreated } from "./statuses.ts";

/**
 * Sends the request of an attempt with `fetch`, within the deadline. Records whether the attempt may have created something: with
 * a response, its status decides, and without one, whether a byte of the request may have been sent.
 */
export async function sendFetch(call: Call, headers: Headers): Promise<Returned<Response>> {
  const { deadline, operation, request, settings } = call;
  const { url, method, body = null } = request;
  const fetch = settings.fetch ?? globalThis.fetch;
  if (typeof fetch !== "function") {
    return failFetch(call, "There is no global fetch: pass the fetch option");
  }
  const init = { method, headers, body, signal: deadline.signal, ...settings.requestInit };
  const watch = new RequestWatch(request, deadline.signal);
  const attempt = { mayHaveCreated: operation.creates };
  try {
    const fetched = await deadline.run(
      () => {
        // It counts only if `fetch` is called.
        call.attempts.push(attempt);
        return watch.run(() => fetch(url, init));
      },
      (thrown) => toConnectionFailure(call, thrown),
      cancelLateBody,
    );
    if (fetched.failure) {
      attempt.mayHaveCreated = operation.creates && (await watch.mayHaveSent());
      return fetched;
    }
    const response = fetched.value;
    if (!isResponse(response)) {
      return failFetch(call, "fetch must return a Response");
    }
    attempt.mayHaveCreated = operation.creates && mayHaveCreated(response);
    // React Native's responses have no `body`.
    if (response.bodyUsed || (response.body && response.body.locked !== false)) {
      return failFetch(call, "fetch must return a Response whose body is an unread, unlocked ReadableStream");
    }
    return fetched;
  } finally {
    watch.end();
  }
}

/** Frees the connection of a response that comes too late. */
function cancelLateBody(response: unknown): void {
  (async () => Object(response).body?.cancel())().catch(() => {});
}

/** Whether a value is a response. Checks its members, because some runtimes have several classes called Response. */
function isResponse(value: unknown): boolean {
  const { status, headers } = Object(value);
  return typeof status === "number" && typeof Object(headers).get === "function";
}

function failFetch({ progress }: Call, message: string): { readonly failure: Failure } {
  return { failure: () => new PlantStoreCallbackError("fetch", message, progress) };
}
