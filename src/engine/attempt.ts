import { openBody } from "../../shared/read-body.ts";
import { tokenProblem } from "../../shared/token.ts";
import { sendWithHooks } from "./attempt-hooks.ts";
import type { Call } from "./call.ts";
import type { Returned } from "./deadline.ts";
import { type Failure, PlantStoreCallbackError, PlantStoreTokenError } from "./errors.ts";
import { toConnectionFailure, toUnforeseenFailure } from "./failures.ts";
import { showsNothingWasSent } from "./nothing-sent.ts";
import { RequestWatch } from "./request-watch.ts";
import { decodeResponse } from "./response.ts";
import type { Outcome } from "./result.ts";

/** Sends the request of a call once. Returns how the attempt ended: a failure is an outcome too. */
export async function sendAttempt(call: Call): Promise<Outcome> {
  const { request, settings } = call;
  const { value: token, failure } =
    typeof settings.token === "string" ? { value: settings.token } : await readToken(call, settings.token);
  if (failure) {
    return { failure };
  }
  // What is thrown becomes a failure here, so that hooks learn of it.
  const send = (headers: Headers): Promise<Outcome> =>
    fetchAndDecode(call, addToken(headers, token)).catch((thrown) => ({ failure: toUnforeseenFailure(call, thrown) }));
  return await (settings.hooks.length > 0 ? sendWithHooks(call, send) : send(request.headers));
}

/** Asks the caller's function for a token. */
async function readToken(call: Call, readOption: () => string | Promise<string>): Promise<Returned<string>> {
  const { deadline, progress } = call;
  const returned = await deadline.run(
    readOption,
    (cause) => () => new PlantStoreTokenError("The token function failed. See the cause", { cause, ...progress }),
  );
  if (returned.failure) {
    return returned;
  }
  const problem = tokenProblem(returned.value);
  if (problem) {
    const message = `The token function returned an invalid token: ${problem}`;
    return { failure: () => new PlantStoreTokenError(message, { ...progress, isTransient: false }) };
  }
  call.tokens.add(returned.value);
  return returned;
}

/** Copies the headers that hooks saw, so that they never see the token. */
function addToken(headers: Headers, token: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${token}`);
  return copy;
}

/** Sends the request with the headers of the attempt, and decodes the response. */
async function fetchAndDecode(call: Call, headers: Headers): Promise<Outcome> {
  const { deadline } = call;
  const fetched = await callFetch(call, headers);
  if (fetched.failure) {
    return fetched;
  }
  const response = fetched.value;
  if (!isResponse(response)) {
    return failFetch(call, "fetch must return a Response");
  }
  call.ruleOutByStatus(response);
  // React Native's responses have no `body`.
  if (response.bodyUsed || (response.body && response.body.locked !== false)) {
    return failFetch(call, "fetch must return a Response whose body is an unread, unlocked ReadableStream");
  }
  const body = openBody(response);
  const read = await deadline.run(body.read, (thrown) => toConnectionFailure(call, thrown));
  if (read.failure) {
    body.cancel();
    return read;
  }
  return decodeResponse(call, response, read.value);
}

/** Calls `fetch`, and notes if it has failed without sending anything. */
async function callFetch(call: Call, headers: Headers): Promise<Returned<Response>> {
  const { deadline, request, settings } = call;
  const { url, method, body = null } = request;
  const { fetch, requestInit } = settings;
  if (typeof (fetch ?? globalThis.fetch) !== "function") {
    return failFetch(call, "There is no global fetch: pass the fetch option");
  }
  const init = { method, headers, body, signal: deadline.signal, ...requestInit };
  const watch = new RequestWatch(method, url);
  let thrown: { readonly error: unknown } | undefined;
  try {
    const fetched = await deadline.run(
      () => {
        call.startAttempt();
        // A custom `fetch` isn't watched: it may send the request by other means.
        return fetch ? fetch(url, init) : watch.fetch(url, init);
      },
      (error) => {
        thrown = { error };
        return toConnectionFailure(call, error);
      },
      cancelLateBody,
    );
    if (fetched.failure) {
      const mayBeSent = (await watch.mayBeSent(thrown)) ?? !(thrown && showsNothingWasSent(thrown.error));
      if (!mayBeSent) {
        call.ruleOutCreation();
      }
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

/** Whether `fetch` returned a response, by its members, because some runtimes have several classes called Response. */
function isResponse(value: unknown): boolean {
  const { status, headers } = Object(value);
  return typeof status === "number" && typeof Object(headers).get === "function";
}

function failFetch({ progress }: Call, message: string): { readonly failure: Failure } {
  return { failure: () => new PlantStoreCallbackError("fetch", message, progress) };
}
