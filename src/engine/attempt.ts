import { readBody } from "../shared/read-body.ts";
import { tokenProblem } from "../shared/token.ts";
import { AttemptHooks } from "./attempt-hooks.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { toConnectionError } from "./connection-failure.ts";
import { PlantStoreCallbackError, PlantStoreError, PlantStoreTokenError } from "./errors.ts";
import { decodeResponse, type Readers } from "./response.ts";
import type { Outcome } from "./result.ts";

/** Sends the request of a call once. Returns how the attempt ended: a failure is an outcome too. */
export async function attemptOnce<Data>(
  call: Call,
  request: BuiltRequest,
  readers: Readers<Data>,
  attempt: number,
): Promise<Outcome<Data>> {
  const token = await readToken(call);
  if (token instanceof PlantStoreError) {
    return { failure: token };
  }
  const hooks = new AttemptHooks(call);
  const headers = await hooks.begin(request, attempt);
  const outcome: Outcome<Data> =
    headers instanceof PlantStoreError
      ? { failure: headers }
      : await fetchAndDecode(call, { ...request, headers: addToken(headers, token) }, readers).catch((error) => ({
          failure: call.toPlantStoreError(error),
        }));
  await hooks.end(outcome);
  return outcome;
}

/** Returns a token for the attempt, unless the call is over. */
async function readToken(call: Call): Promise<string | PlantStoreError> {
  const { token: option } = call.settings;
  if (typeof option === "string") {
    return call.deadline.check() ?? option;
  }
  const token = await call.ask(option, toTokenError);
  if (token instanceof PlantStoreError) {
    return token;
  }
  const problem = tokenProblem(token);
  if (problem) {
    return new PlantStoreTokenError(`The token function returned an invalid token: ${problem}`, call.progress);
  }
  call.tokens.add(token);
  return token;
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
  const response = await call.ask(() => {
    call.startAttempt();
    return fetch(url, init);
  }, toConnectionError);
  if (response instanceof PlantStoreError) {
    return { failure: response };
  }
  const problem = responseProblem(response);
  if (problem) {
    return { failure: new PlantStoreCallbackError("fetch", `fetch must return ${problem}`, call.progress) };
  }
  call.noteResponse(response.status);
  const responseBody = await call.ask(() => readBody(response, signal), toConnectionError);
  return responseBody instanceof PlantStoreError
    ? { failure: responseBody }
    : decodeResponse(call, readers, response, responseBody);
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
