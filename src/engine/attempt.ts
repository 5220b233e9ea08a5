import { openBody } from "../../shared/read-body.ts";
import { tokenProblem } from "../../shared/token.ts";
import { sendWithHooks } from "./attempt-hooks.ts";
import type { Call } from "./call.ts";
import type { CallSettings } from "./client-options.ts";
import type { Returned } from "./deadline.ts";
import { PlantStoreTokenError } from "./errors.ts";
import { toConnectionFailure, toUnforeseenFailure } from "./failures.ts";
import { decodeResponse } from "./response.ts";
import type { Outcome } from "./result.ts";
import { sendFetch } from "./send-fetch.ts";
import { isRefusal } from "./statuses.ts";

type TokenFunction = Exclude<CallSettings["token"], string>;

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
    fetchAndDecode(call, headers, token).catch((thrown) => ({ failure: toUnforeseenFailure(call, thrown) }));
  return await (settings.hooks.length > 0 ? sendWithHooks(call, send) : send(request.headers));
}

/** Asks the caller's function for a token, and passes it the token that the service refused last. */
async function readToken(call: Call, getToken: TokenFunction): Promise<Returned<string>> {
  const { deadline, progress, refusedToken } = call;
  call.refusedToken = undefined;
  const returned = await deadline.run(
    // No argument at first, since the function may have parameters of its own.
    () => (refusedToken ? getToken(refusedToken) : getToken()),
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

/** Copies the headers, so that hooks never see the token. */
function addToken(headers: Headers, token: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${token}`);
  return copy;
}

/** Sends the request with the headers and the token of the attempt, and decodes the response. */
async function fetchAndDecode(call: Call, headers: Headers, token: string): Promise<Outcome> {
  const fetched = await sendFetch(call, addToken(headers, token));
  if (fetched.failure) {
    return fetched;
  }
  const response = fetched.value;
  const body = openBody(response);
  const read = await call.deadline.run(body.read, (thrown) => toConnectionFailure(call, thrown));
  if (read.failure) {
    body.cancel();
    return read;
  }
  const { status } = response;
  call.refusedToken = isRefusal(status) ? { token, status } : undefined;
  return decodeResponse(call, response, read.value);
}
