import { readBody } from "../shared/read-body.ts";
import { tokenProblem } from "../shared/token.ts";
import { sendWithHooks } from "./attempt-hooks.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { Asked, Call } from "./call.ts";
import { toConnectionError, toFetchError } from "./connection-failure.ts";
import { PlantStoreCallbackError, PlantStoreTokenError } from "./errors.ts";
import { decodeResponse, type Readers } from "./response.ts";
import type { Outcome } from "./result.ts";

/** Sends the request of a call once. Returns how the attempt ended: a failure is an outcome too. */
export async function attemptOnce<Data>(
  call: Call,
  request: BuiltRequest,
  readers: Readers<Data>,
): Promise<Outcome<Data>> {
  const { value: token, failure } = await readToken(call);
  if (failure) {
    return { failure };
  }
  return await sendWithHooks(call, request, (headers) =>
    fetchAndDecode(call, { ...request, headers: addToken(headers, token) }, readers).catch((error) => ({
      failure: call.toPlantStoreError(error),
    })),
  );
}

/** Returns a token for the attempt, unless the call is over. */
async function readToken(call: Call): Promise<Asked<string>> {
  const { token: option } = call.settings;
  if (typeof option === "string") {
    const failure = call.deadline.check();
    return failure ? { failure } : { value: option };
  }
  const asked = await call.ask(option, toTokenError);
  if (asked.failure) {
    return asked;
  }
  const problem = tokenProblem(asked.value);
  if (problem) {
    const message = `The token function returned an invalid token: ${problem}`;
    return { failure: new PlantStoreTokenError(message, call.progress) };
  }
  call.tokens.add(asked.value);
  return asked;
}

const toTokenError = ({ progress }: Call, cause: unknown) =>
  new PlantStoreTokenError("The token function failed. See the cause", { cause, ...progress });

/** Copies the headers that hooks saw, so that they never see the token. */
function addToken(headers: Headers, token: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${token}`);
  return copy;
}

/** Sends a request with its token, and decodes the response. */
async function fetchAndDecode<Data>(
  call: Call,
  { method, url, headers, body }: BuiltRequest,
  readers: Readers<Data>,
): Promise<Outcome<Data>> {
  const { signal } = call.deadline;
  const { fetch = globalThis.fetch } = call.settings;
  if (typeof fetch !== "function") {
    const message = "There is no global fetch: pass the fetch option";
    return { failure: new PlantStoreCallbackError("fetch", message, call.progress) };
  }
  const init: RequestInit = { method, headers, body: body ?? null, redirect: "manual", signal };
  const fetched = await call.ask(() => {
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
  const read = await call.ask(() => readBody(response, signal), toConnectionError);
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
