import type { NewPlant } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { Lifetime } from "./abort.ts";
import { CallbackError, callback, callFault } from "./callbacks.ts";
import { createPlant, parseNewPlant } from "./create-plant.ts";
import { type Fault, type FaultEffect, NO_EFFECT, toEffect } from "./faults.ts";
import {
  errorResponse,
  type MockHeaders,
  type MockRequest,
  type MockResponse,
  type ResponseParts,
} from "./messages.ts";
import type { RequestRecord } from "./request-record.ts";
import type { MockState } from "./state.ts";

const { method: METHOD, path: PATH } = OPERATIONS.createPlant;

/** Responds to a request. Rejects only when the caller aborts it, or its body can't be read. */
export async function handleRequest(state: MockState, request: MockRequest): Promise<MockResponse> {
  request.signal.throwIfAborted();
  if (!matchesOperation(state, request)) {
    return refuseAddress(state, request);
  }
  const { resetSignal } = state;
  const record = state.requests.begin(request);
  const lifetime = new Lifetime([request.signal, resetSignal], {
    // Shows listeners the pending request.
    onWait: () => state.changes.publish(),
    // Synchronous, so that a caller never finds a request pending after aborting it.
    onAbort: () => record.finish("aborted"),
  });
  try {
    return await operate(state, request, record, lifetime);
  } catch (error) {
    request.signal.throwIfAborted();
    if (resetSignal.aborted) {
      return Response.error();
    }
    if (error instanceof CallbackError) {
      return record.finish("fault", errorResponse(500, record.redact(error.message)));
    }
    record.finish("aborted");
    throw error;
  } finally {
    lifetime.end();
  }
}

async function operate(
  state: MockState,
  request: MockRequest,
  record: RequestRecord,
  lifetime: Lifetime,
): Promise<MockResponse> {
  const received = await receive(state, request, record, lifetime);
  const created = received.effect.createsFirst ? await createIfValid(state, request, received, lifetime) : undefined;
  // A refused request creates no plant, so the fault doesn't apply.
  const effect = created && created.status !== 200 ? NO_EFFECT : received.effect;

  const waitMs = state.delayMs + effect.delayMs;
  if (waitMs > MAX_TIMER_MS) {
    request.onNoResponse?.();
    // Settles only on an abort or a reset. `await` would retain the variables of this function until then.
    return lifetime.wait(new Promise<never>(() => {}));
  }
  if (waitMs > 0) {
    await pause(waitMs, lifetime);
  }
  const faultResponse = await effect.response?.();
  lifetime.throwIfAborted();
  if (faultResponse) {
    return record.finish("fault", faultResponse);
  }

  const response = created ?? (await createIfValid(state, request, received, lifetime));
  return record.finish(response.status === 200 ? "created" : "refused", response);
}

interface Received {
  readonly newPlant?: NewPlant | undefined;
  readonly problem?: string | undefined;
  /** Only the effect of a fault function retains the bytes of the body. */
  readonly effect: FaultEffect;
}

/** Receives the body and takes the fault for it. */
async function receive(
  state: MockState,
  request: MockRequest,
  record: RequestRecord,
  lifetime: Lifetime,
): Promise<Received> {
  // Taken on arrival: a fault that is queued while the body arrives applies to the next request.
  const nextFault = state.faults.takeNext();
  const body = request.readBody();
  const bytes = body instanceof Promise ? await lifetime.wait(body) : body;
  const parsed = parseNewPlant(request.headers, bytes);
  record.setBody(bytes, parsed);
  const { newPlant, problem } = parsed;
  if (newPlant) {
    request.onNewPlant?.(newPlant);
  }
  const fault = nextFault ?? (newPlant && takeMatchingFault(state, newPlant));
  const effect: FaultEffect =
    typeof fault === "function"
      ? { ...NO_EFFECT, response: () => lifetime.wait(callFault(fault, request, bytes)) }
      : toEffect(fault);
  return { newPlant, problem, effect };
}

/** Creates the plant, or refuses the request because of its credentials or its body. */
async function createIfValid(
  { store, token }: MockState,
  { headers }: MockRequest,
  { newPlant, problem }: Received,
  lifetime: Lifetime,
): Promise<ResponseParts> {
  const refusal = (await checkCredentials(token, headers, lifetime)) ?? problem;
  lifetime.throwIfAborted();
  return refusal === undefined && newPlant ? createPlant(store, newPlant) : errorResponse(400, String(refusal));
}

export const matchesOperation = (state: MockState, { method, url }: Pick<MockRequest, "method" | "url">): boolean =>
  method === METHOD && isAtOperation(state, url);

function isAtOperation({ baseUrl }: MockState, url: string): boolean {
  const address = url.replace(/[?#].*/s, "");
  return baseUrl === "*" ? address.endsWith(PATH) : address === baseUrl + PATH;
}

function refuseAddress(state: MockState, { url }: MockRequest): ResponseParts {
  const operation = `The only operation is ${METHOD} ${state.baseUrl}${PATH}.`;
  return isAtOperation(state, url)
    ? errorResponse(405, `Method not allowed. ${operation}`, { allow: METHOD })
    : errorResponse(404, `Not found. ${operation}`);
}

function takeMatchingFault({ faults }: MockState, newPlant: NewPlant): Fault | undefined {
  try {
    return faults.takeMatching(newPlant);
  } catch (error) {
    throw new CallbackError("A condition of failWhen threw", error);
  }
}

/** Returns what is wrong with the credentials. */
async function checkCredentials(
  accepted: MockState["token"],
  headers: MockHeaders,
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
      ? await lifetime.wait(callback("The token function threw", () => accepted(token)))
      : accepted === undefined || accepted === token || (typeof accepted === "object" && accepted.includes(token));
  return isAccepted ? undefined : "The access token is not valid.";
}

async function pause(ms: number, lifetime: Lifetime): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await lifetime.wait(passed).finally(() => clearTimeout(timer));
}
