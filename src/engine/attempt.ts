import { type ByteBuffer, readBody } from "../shared/read-body.ts";
import { tokenProblem } from "../shared/token.ts";
import { AttemptHooks } from "./attempt-hooks.ts";
import type { BuiltRequest } from "./build-request.ts";
import type { Call } from "./call.ts";
import { toConnectionError } from "./connection-failure.ts";
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
  if (call.deadline.error) {
    return { error: call.deadline.error };
  }
  const { token: option } = call.settings;
  const token = typeof option === "string" ? option : await callTokenFunction(call, option);
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

async function callTokenFunction(
  call: Call,
  getToken: () => string | Promise<string>,
): Promise<string | PlantStoreError> {
  let token: string;
  try {
    token = await call.deadline.wait(getToken());
  } catch (cause) {
    const message = "The token function failed. See the cause";
    return call.deadline.error ?? new PlantStoreTokenError(message, { cause, ...call.progress });
  }
  const problem = tokenProblem(token);
  if (problem) {
    return new PlantStoreTokenError(`The token function returned an invalid token: ${problem}`, call.progress);
  }
  call.tokens.add(token);
  return token;
}

interface Received {
  readonly response: Response;
  readonly body: ByteBuffer;
}

/** Sends the request with the token, and reads the response up to 1 MiB. */
async function send(call: Call, { method, url, headers, body }: BuiltRequest): Promise<Received | PlantStoreError> {
  if (call.deadline.error) {
    return call.deadline.error;
  }
  const { signal } = call.deadline;
  const { fetch = globalThis.fetch } = call.settings;
  let response: Response | undefined;
  call.startAttempt();
  try {
    response = await call.deadline.wait(
      fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal }),
    );
    const problem = responseProblem(response);
    if (problem) {
      return new PlantStoreCallbackError("fetch", `fetch must return ${problem}`, call.progress);
    }
    const { status } = response;
    // A proxy may send the status 408 after the service got the request.
    if (status >= 400 && status < 500 && status !== 408) {
      call.setAttemptCreatedNothing();
    }
    return { response, body: await call.deadline.wait(readBody(response, signal)) };
  } catch (cause) {
    return call.deadline.error ?? toConnectionError(call, cause, response !== undefined);
  }
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
