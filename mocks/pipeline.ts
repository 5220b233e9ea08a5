import type { NewPlant } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { METHOD, PATH } from "../src/shared/operation.ts";
import { untilAborted } from "./abort.ts";
import { CallbackError, callback, callFault } from "./callbacks.ts";
import { createPlant, parseNewPlant } from "./create-plant.ts";
import { type Fault, NO_EFFECT, toEffect } from "./faults.ts";
import {
  errorResponse,
  type MockHeaders,
  type MockRequest,
  type MockResponse,
  type ResponseParts,
} from "./messages.ts";
import type { RequestRecord } from "./requests.ts";
import type { MockState } from "./state.ts";

/** Responds to a request. Rejects only when the caller aborts it, or its body can't be read. */
export async function handleRequest(state: MockState, request: MockRequest): Promise<MockResponse> {
  request.signal.throwIfAborted();
  if (!matchesOperation(state, request)) {
    return refuseAddress(state, request);
  }
  const { resetSignal } = state;
  const record = state.requests.begin(request);
  const signals = [request.signal, resetSignal];
  // Listens until the end: a caller whose request was aborted must never find it pending.
  const recordAbort = (): void => void record.finish("aborted");
  for (const signal of signals) {
    signal.addEventListener("abort", recordAbort);
  }
  const lifetime: Lifetime = {
    wait(promise) {
      // Listeners see the request as it is while it waits.
      state.changes.publish();
      return untilAborted(promise, signals);
    },
    throwIfEnded() {
      for (const signal of signals) {
        signal.throwIfAborted();
      }
    },
  };
  try {
    return await operate(state, request, record, lifetime);
  } catch (error) {
    if (resetSignal.aborted) {
      return Response.error();
    }
    if (error instanceof CallbackError) {
      return record.finish("fault", errorResponse(500, record.redact(error.message)));
    }
    record.finish("aborted");
    throw error;
  } finally {
    for (const signal of signals) {
      signal.removeEventListener("abort", recordAbort);
    }
  }
}

async function operate(
  state: MockState,
  request: MockRequest,
  record: RequestRecord,
  { wait, throwIfEnded }: Lifetime,
): Promise<MockResponse> {
  const { headers } = request;
  // Taken on arrival: a fault that is queued while the body arrives is for the next request.
  const nextFault = state.faults.takeNext();

  const receiving = receiveBody(request, record, wait);
  const body = receiving instanceof Promise ? await receiving : receiving;
  const { newPlant, problem } = body;
  if (newPlant) {
    request.onNewPlant?.(newPlant);
  }

  const fault = nextFault ?? (newPlant && takeMatchingFault(state, newPlant));
  if (typeof fault !== "function") {
    body.bytes = undefined;
  }
  let effect = toEffect(fault);

  const create = (credentialsProblem: string | undefined): ResponseParts => {
    throwIfEnded();
    const refusal = credentialsProblem ?? problem;
    return refusal === undefined && newPlant ? createPlant(state.store, newPlant) : errorResponse(400, String(refusal));
  };
  let response = effect.createsFirst ? create(await checkCredentials(state.token, headers, wait)) : undefined;
  if (response && response.status !== 200) {
    // Nothing was created, so there is nothing after which the fault could happen.
    effect = NO_EFFECT;
  }

  throwIfEnded();
  const waitMs = state.delayMs + effect.delayMs;
  if (waitMs > MAX_TIMER_MS) {
    request.onHang?.();
    // Never resolves. `await` would keep the variables of this function alive.
    return wait(new Promise<never>(() => {}));
  }
  if (waitMs > 0) {
    await pause(waitMs, wait);
  }
  const faultResponse =
    typeof fault === "function" ? await wait(callFault(fault, request, body.bytes)) : effect.response?.();
  throwIfEnded();
  if (faultResponse) {
    return record.finish("fault", faultResponse);
  }

  response ??= create(await checkCredentials(state.token, headers, wait));
  return record.finish(response.status === 200 ? "created" : "refused", response);
}

/** A request ends early when the caller leaves or the mock is reset. */
interface Lifetime {
  /** Waits for the promise until the request ends. */
  wait<T>(promise: Promise<T>): Promise<T>;
  throwIfEnded(): void;
}

type Wait = Lifetime["wait"];

interface ReceivedBody {
  readonly newPlant?: NewPlant | undefined;
  readonly problem?: string | undefined;
  /** For a fault function. Otherwise set to `undefined`, to free memory while the request waits. */
  bytes: Uint8Array | undefined;
}

/** Not part of `operate`: an async function that waits keeps its variables alive, and with them the bytes. */
function receiveBody(request: MockRequest, record: RequestRecord, wait: Wait): ReceivedBody | Promise<ReceivedBody> {
  const parse = (bytes: Uint8Array | undefined): ReceivedBody => {
    const parsed = parseNewPlant(request.headers, bytes);
    record.setBody(bytes, parsed);
    return { newPlant: parsed.newPlant, problem: parsed.problem, bytes };
  };
  const reading = request.readBody();
  return reading instanceof Promise ? wait(reading).then(parse) : parse(reading);
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
  wait: Wait,
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  const token = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    const problem = authorization === null ? "missing" : "malformed";
    return `The Authorization header is ${problem}: send Authorization: Bearer <ACCESS_TOKEN>.`;
  }
  const isAccepted =
    typeof accepted === "function"
      ? await wait(callback("The token function threw", () => accepted(token)))
      : accepted === undefined || accepted === token || (typeof accepted === "object" && accepted.includes(token));
  return isAccepted ? undefined : "The access token is not valid.";
}

async function pause(ms: number, wait: Wait): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await wait(passed).finally(() => clearTimeout(timer));
}
