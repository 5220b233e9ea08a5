import type { Plant } from "../src/schemas.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { readBody } from "../src/shared/read-body.ts";
import { CallbackError, runCallback } from "./callbacks.ts";
import { nameFault } from "./faults/describe.ts";
import { NO_EFFECT, toEffect } from "./faults/effect.ts";
import { readFaultHeader } from "./faults/header.ts";
import type { Fault } from "./faults/kinds.ts";
import { type ParsedBody, parseBody } from "./requests/body.ts";
import { Lifetime, ResetError } from "./requests/lifetime.ts";
import type { RequestRecord } from "./requests/record.ts";
import type { MockRequest } from "./requests/request.ts";
import { errorResponse, jsonResponse } from "./responses.ts";
import type { MockState } from "./state.ts";

const { method: METHOD, path: PATH } = OPERATIONS.createPlant;

/**
 * Responds to a request, on every transport. A lost connection is `Response.error()`. Rejects when the caller leaves before
 * the response, or when the body can't be read.
 */
export async function handleRequest(state: MockState, request: MockRequest): Promise<Response> {
  if (!matchesOperation(state, request)) {
    return refuseAddress(state, request);
  }
  const record = state.log.begin(request);
  const lifetime = new Lifetime(state, request);
  try {
    return await respondToOperation(state, request, record, lifetime);
  } catch (error) {
    if (error instanceof CallbackError) {
      return record.finish("fault", errorResponse(500, record.redact(error.message)));
    }
    record.finish("aborted");
    if (error instanceof ResetError) {
      return Response.error();
    }
    throw error;
  } finally {
    lifetime.end();
  }
}

async function respondToOperation(
  state: MockState,
  request: MockRequest,
  record: RequestRecord,
  lifetime: Lifetime,
): Promise<Response> {
  // Taken on arrival: a fault that is queued while the body arrives is for the next request.
  const header = readFaultHeader(request.headers);
  const nextFault = header ? header.fault : state.faults.takeNext();

  // Without a stream, the body has already arrived.
  const body = request.body ? await lifetime.wait(readBody(request, lifetime)) : await readBody(request);
  const parsed = parseBody(request.headers, body);
  record.setBody(body, parsed);
  if (header?.problem !== undefined) {
    return record.finish("refused", errorResponse(400, header.problem));
  }

  const fault = nextFault ?? takeMatchingFault(state, parsed);
  let effect = toEffect(fault, request, body);
  let response = effect.createsFirst ? await respondAsService(state, request, parsed, record, lifetime) : undefined;
  if (response && response.status !== 200) {
    // A refused request creates no plant, so its fault doesn't apply.
    effect = NO_EFFECT;
  } else if (fault) {
    record.setFault(nameFault(fault));
  }

  const delayMs = state.delayMs + effect.delayMs;
  if (delayMs > 0) {
    await lifetime.pause(delayMs);
  }
  lifetime.throwIfOver();
  if (effect.respond) {
    return record.finish("fault", await effect.respond(lifetime));
  }
  response ??= await respondAsService(state, request, parsed, record, lifetime);
  return record.finish(response.status === 200 ? "created" : "refused", response);
}

/** Responds as the service does: creates the plant, or refuses the request because of its credentials or its body. */
async function respondAsService(
  { store, token }: MockState,
  { headers }: MockRequest,
  { newPlant, problem }: ParsedBody,
  record: RequestRecord,
  lifetime: Lifetime,
): Promise<Response> {
  const credentialsProblem = await checkCredentials(token, headers, lifetime);
  lifetime.throwIfOver();
  if (credentialsProblem !== undefined) {
    return errorResponse(400, credentialsProblem);
  }
  if (newPlant === undefined) {
    return errorResponse(400, problem);
  }
  if (!store.create(newPlant)) {
    return errorResponse(400, `The id ${newPlant.id} is in use, and this mock has duplicateIds: "reject".`);
  }
  record.setCreated();
  const { id: _, ...plant } = newPlant;
  return jsonResponse(200, plant satisfies Plant);
}

export const matchesOperation = (state: MockState, { method, url }: Pick<MockRequest, "method" | "url">): boolean =>
  method === METHOD && isAtOperation(state, url);

function isAtOperation({ baseUrl }: MockState, url: string): boolean {
  const address = url.replace(/[?#].*/s, "");
  return baseUrl === "*" ? address.endsWith(PATH) : address === baseUrl + PATH;
}

function refuseAddress(state: MockState, { url }: MockRequest): Response {
  const operation = `The only operation is ${METHOD} ${state.baseUrl}${PATH}.`;
  return isAtOperation(state, url)
    ? errorResponse(405, `Method not allowed. ${operation}`, { allow: METHOD })
    : errorResponse(404, `Not found. ${operation}`);
}

function takeMatchingFault({ faults }: MockState, { newPlant }: ParsedBody): Fault | undefined {
  try {
    return newPlant && faults.takeMatching(newPlant);
  } catch (error) {
    throw new CallbackError("A condition of failWhen threw", error);
  }
}

/** Returns what is wrong with the credentials. */
async function checkCredentials(
  accepted: MockState["token"],
  headers: Headers,
  lifetime: Lifetime,
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  const token = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    const problem = authorization === null ? "missing" : "malformed";
    return `The Authorization header is ${problem}: send Authorization: Bearer <ACCESS_TOKEN>.`;
  }
  const isAccepted =
    typeof accepted === "function"
      ? await lifetime.wait(runCallback("The token function threw", () => accepted(token)))
      : accepted === undefined || [accepted].flat().includes(token);
  return isAccepted ? undefined : "The access token is not valid.";
}
