import type { Call } from "./call.ts";
import type { ComposedRequest } from "./compose.ts";
import { toConnectionError } from "./connection-failure.ts";
import { PlantStoreConnectionError, PlantStoreInputError, PlantStoreTokenError } from "./errors.ts";
import { observeAttempt } from "./hooks.ts";
import type { ClientSettings } from "./options.ts";
import { type BodyText, decodeResponse, isRedirect, toText } from "./response.ts";
import type { AttemptOutcome } from "./result.ts";
import { OPERATIONS } from "./shared/operations.ts";
import { readBody } from "./shared/read-body.ts";
import { tokenProblem } from "./shared/token.ts";

/** Sends the request of a call and decodes the response. Throws errors that a retry can't fix. */
export async function sendAttempt(
  client: ClientSettings,
  request: ComposedRequest,
  call: Call,
  attempt: number,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const token = typeof client.token === "string" ? client.token : await callToken(client.token, call);
  call.addToken(token);
  signal.throwIfAborted();
  const hooks = observeAttempt(client.hooks, request, call, attempt, signal);
  const headers = await hooks.begin();
  signal.throwIfAborted();
  headers.set("authorization", `Bearer ${token}`);
  const { url, body } = request;
  const { fetch = globalThis.fetch } = client;
  call.startAttempt();
  let response: Response;
  let received: BodyText;
  let outcome: AttemptOutcome;
  try {
    response = await fetch(url, { method: OPERATIONS.createPlant.method, headers, body, redirect: "manual", signal });
    assertResponse(response);
    call.setMayHaveCreated(mayHaveCreated(response.status));
    received = toText(await readBody(response, isRedirect(response) ? { aborted: true } : signal));
    outcome = decodeResponse(call, response, received);
  } catch (cause) {
    signal.throwIfAborted();
    const error = toError(call, cause);
    await hooks.finish({ error });
    if (error instanceof PlantStoreConnectionError) {
      return error;
    }
    throw error;
  }
  await hooks.finish({ response, text: received.text });
  return outcome;
}

async function callToken(token: () => string | Promise<string>, call: Call): Promise<string> {
  let value: string;
  try {
    value = await token();
  } catch (cause) {
    throw new PlantStoreTokenError("The token function failed. See the cause", { cause, ...call.progress });
  }
  const problem = tokenProblem(value);
  if (problem) {
    throw new PlantStoreTokenError(`The token function returned an invalid token: ${problem}`, call.progress);
  }
  return value;
}

function assertResponse(value: unknown): void {
  const { status, headers } = Object(value);
  if (typeof status !== "number" || typeof Object(headers).get !== "function") {
    throw new UnreadableError("it must be a Response");
  }
}

/** A status from 400 to 499 means that the request failed, except 408, which a proxy may send after the service got it. */
const mayHaveCreated = (status: number): boolean => !(status >= 400 && status < 500) || status === 408;

class UnreadableError extends TypeError {}

function toError(call: Call, cause: unknown): PlantStoreConnectionError | PlantStoreInputError {
  return cause instanceof UnreadableError
    ? new PlantStoreInputError("Invalid response from fetch", [{ message: cause.message }], call.progress)
    : toConnectionError(call, cause);
}
