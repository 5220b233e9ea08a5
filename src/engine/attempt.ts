import { type ByteBuffer, readBody } from "../shared/read-body.ts";
import { tokenProblem } from "../shared/token.ts";
import { AttemptHooks } from "./attempt-hooks.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { isNeverConnected, toConnectionError } from "./connection-failure.ts";
import { PlantStoreCallbackError, PlantStoreError, PlantStoreTokenError } from "./errors.ts";
import { decodeResponse, type Readers } from "./response.ts";
import type { Outcome } from "./result.ts";

/** Sends the request of a call once. Returns how the attempt ended: a failure is an outcome too. */
export async function sendAttempt<Data>(
  call: Call,
  request: BuiltRequest,
  readers: Readers<Data>,
  attempt: number,
): Promise<Outcome<Data>> {
  const token = await getToken(call);
  if (token instanceof PlantStoreError) {
    return { error: token };
  }
  const hooks = new AttemptHooks(call, request, attempt);
  const headers = await hooks.begin();
  if (headers instanceof PlantStoreError) {
    return await hooks.end({ error: headers });
  }
  headers.set("authorization", `Bearer ${token}`);
  const received = await send(call, { ...request, headers });
  if (received instanceof PlantStoreError) {
    return await hooks.end({ error: received });
  }
  return await hooks.end(decodeResponse(call, readers, received.response, received.body));
}

/** Returns the token for an attempt. The call redacts it from then on. */
async function getToken(call: Call): Promise<string | PlantStoreError> {
  if (call.stopError) {
    return call.stopError;
  }
  const { token } = call.settings;
  let value: string;
  try {
    value = typeof token === "string" ? token : await call.wait(token());
  } catch (cause) {
    const message = "The token function failed. See the cause";
    return call.stopError ?? new PlantStoreTokenError(message, { cause, ...call.progress });
  }
  const problem = tokenProblem(value);
  if (problem) {
    return new PlantStoreTokenError(`The token function returned an invalid token: ${problem}`, call.progress);
  }
  call.addToken(value);
  return value;
}

interface Received {
  readonly response: Response;
  readonly body: ByteBuffer;
}

/** Sends the request with the token, and reads the response up to 1 MiB. */
async function send(call: Call, { method, url, headers, body }: BuiltRequest): Promise<Received | PlantStoreError> {
  if (call.stopError) {
    return call.stopError;
  }
  const { signal } = call;
  const { fetch = globalThis.fetch } = call.settings;
  let response: Response | undefined;
  call.startAttempt();
  try {
    response = await call.wait(fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal }));
    const problem = responseProblem(response);
    if (problem) {
      return new PlantStoreCallbackError("fetch", `fetch must return ${problem}`, call.progress);
    }
    if (isRefusal(response.status)) {
      call.setAttemptCreatedNothing();
    }
    return { response, body: await call.wait(readBody(response, signal)) };
  } catch (cause) {
    if (!response && isNeverConnected(cause)) {
      call.setAttemptCreatedNothing();
    }
    return call.stopError ?? toConnectionError(call, cause);
  }
}

/** Not `instanceof`: some runtimes and test environments have several classes called Response. */
function responseProblem(value: unknown): string | undefined {
  const { status, headers, body, bodyUsed } = Object(value);
  const isBody = body === null || body === undefined || typeof body.getReader === "function";
  if (typeof status !== "number" || typeof Object(headers).get !== "function" || !isBody) {
    return "a Response";
  }
  return bodyUsed ? "a Response whose body hasn't been read" : undefined;
}

/** A status from 400 to 499 means that the request failed, except 408, which a proxy may send after the service got it. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;
