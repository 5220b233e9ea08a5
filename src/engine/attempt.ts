import { readBody } from "../../shared/read-body.ts";
import { tokenProblem } from "../../shared/token.ts";
import { sendWithHooks } from "./attempt-hooks.ts";
import type { Call } from "./call.ts";
import type { Returned } from "./deadline.ts";
import { PlantStoreCallbackError, PlantStoreTokenError } from "./errors.ts";
import { toConnectionFailure, toFetchFailure, toUnforeseenFailure } from "./failures.ts";
import { decodeResponse } from "./response.ts";
import type { Outcome } from "./result.ts";

/** Sends the request of a call once. Returns how the attempt ended: a failure is an outcome too. */
export async function sendAttempt(call: Call): Promise<Outcome> {
  const { value: token, failure } = await readToken(call);
  if (failure) {
    return { failure };
  }
  // Caught here, so that the hooks get an end.
  return await sendWithHooks(call, (headers) =>
    fetchAndDecode(call, addToken(headers, token)).catch((thrown) => ({ failure: toUnforeseenFailure(call, thrown) })),
  );
}

/** Returns a token for the attempt, unless the call is over. */
async function readToken(call: Call): Promise<Returned<string>> {
  const { deadline, settings, progress } = call;
  const { token } = settings;
  const returned = await deadline.run(
    () => (typeof token === "string" ? token : token()),
    (cause) => () => new PlantStoreTokenError("The token function failed. See the cause", { cause, ...progress }),
  );
  if (returned.failure) {
    return returned;
  }
  const problem = tokenProblem(returned.value);
  if (problem) {
    const message = `The token function returned an invalid token: ${problem}`;
    return { failure: () => new PlantStoreTokenError(message, progress) };
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
  const { deadline, request } = call;
  const { url, method, body = null } = request;
  const { signal } = deadline;
  const { fetch = globalThis.fetch } = call.settings;
  if (typeof fetch !== "function") {
    return failFetch(call, "There is no global fetch: pass the fetch option");
  }
  const init: RequestInit = { method, headers, body, redirect: "manual", signal, ...withoutCache() };
  const fetched = await deadline.run(
    () => {
      call.startAttempt();
      return fetch(url, init);
    },
    (thrown) => toFetchFailure(call, thrown),
  );
  if (fetched.failure) {
    return fetched;
  }
  const response = fetched.value;
  if (!isResponse(response)) {
    return failFetch(call, "fetch must return a Response");
  }
  call.ruleOutByStatus(response.status);
  if (!isUnread(response)) {
    return failFetch(
      call,
      "fetch must return a Response whose body is a ReadableStream that nobody has read or locked",
    );
  }
  const read = await deadline.run(
    () => readBody(response, signal),
    (thrown) => toConnectionFailure(call, thrown),
  );
  return read.failure ? read : decodeResponse(call, response, read.value);
}

/**
 * Keeps caches between the client and the service from answering, such as that of Next.js, which replaces the global `fetch`.
 * workerd throws on this option, unless its compatibility date is recent.
 */
const withoutCache = (): RequestInit => ("cache" in Object(globalThis.Request?.prototype) ? { cache: "no-store" } : {});

/** Whether `fetch` returned a response, by its members, because some runtimes have several classes called Response. */
function isResponse(value: unknown): boolean {
  const { status, headers } = Object(value);
  return typeof status === "number" && typeof Object(headers).get === "function";
}

/** React Native's responses have no `body`. */
const isUnread = ({ body, bodyUsed }: Response): boolean => !bodyUsed && (!body || body.locked === false);

function failFetch({ progress }: Call, message: string): Outcome {
  return { failure: () => new PlantStoreCallbackError("fetch", message, progress) };
}
