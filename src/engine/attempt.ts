import { readBody } from "../../shared/read-body.ts";
import { tokenProblem } from "../../shared/token.ts";
import { sendWithHooks } from "./attempt-hooks.ts";
import type { Call, Settled } from "./call.ts";
import { toConnectionError, toFetchError } from "./connection-failure.ts";
import { PlantStoreCallbackError, PlantStoreTokenError } from "./errors.ts";
import { decodeResponse, type Readers } from "./response.ts";
import type { Outcome } from "./result.ts";

/** Sends the request of a call once. Returns how the attempt ended: a failure is an outcome too. */
export async function sendAttempt<Data>(call: Call, readers: Readers<Data>): Promise<Outcome<Data>> {
  const { value: token, failure } = await readToken(call);
  if (failure) {
    return { failure };
  }
  // Caught here, so that the hooks get an end.
  return await sendWithHooks(call, (headers) =>
    fetchAndDecode(call, addToken(headers, token), readers).catch((thrown) => ({ failure: call.toUnforeseen(thrown) })),
  );
}

/** Returns a token for the attempt, unless the call is over. */
async function readToken(call: Call): Promise<Settled<string>> {
  const { token: option } = call.settings;
  if (typeof option === "string") {
    const failure = call.deadline.check();
    return failure ? { failure } : { value: option };
  }
  const returned = await call.runUntilDeadline(option, toTokenError);
  if (returned.failure) {
    return returned;
  }
  const problem = tokenProblem(returned.value);
  if (problem) {
    const message = `The token function returned an invalid token: ${problem}`;
    return { failure: new PlantStoreTokenError(message, call.progress) };
  }
  call.tokens.add(returned.value);
  return returned;
}

const toTokenError = ({ progress }: Call, cause: unknown) =>
  new PlantStoreTokenError("The token function failed. See the cause", { cause, ...progress });

/** Copies the headers that hooks saw, so that they never see the token. */
function addToken(headers: Headers, token: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${token}`);
  return copy;
}

/** Sends the request with the headers of the attempt, and decodes the response. */
async function fetchAndDecode<Data>(call: Call, headers: Headers, readers: Readers<Data>): Promise<Outcome<Data>> {
  const { url, method, body } = call.request;
  const { signal } = call.deadline;
  const { fetch = globalThis.fetch } = call.settings;
  if (typeof fetch !== "function") {
    const message = "There is no global fetch: pass the fetch option";
    return { failure: new PlantStoreCallbackError("fetch", message, call.progress) };
  }
  const init: RequestInit = { method, headers, body, redirect: "manual", signal };
  const fetched = await call.runUntilDeadline(() => {
    call.startAttempt();
    return fetch(url, init);
  }, toFetchError);
  if (fetched.failure) {
    return fetched;
  }
  const response = fetched.value;
  const problem = responseProblem(response);
  if (problem) {
    return { failure: new PlantStoreCallbackError("fetch", `fetch must return ${problem}`, call.progress) };
  }
  call.noteStatus(response.status);
  const read = await call.runUntilDeadline(() => readBody(response, signal), toConnectionError);
  return read.failure ? read : decodeResponse(call, readers, response, read.value);
}

/** Checks what `fetch` returned by its members, because some runtimes have several classes called Response. */
function responseProblem(value: unknown): string | undefined {
  const { status, headers, body, bodyUsed } = Object(value);
  const isBody = body === null || body === undefined || typeof body.getReader === "function";
  if (typeof status !== "number" || typeof Object(headers).get !== "function" || !isBody) {
    return "a Response";
  }
  return bodyUsed ? "a Response whose body hasn't been read" : undefined;
}
