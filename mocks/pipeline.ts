import type { NewPlant } from "../src/schemas.ts";
import { METHOD, PATH } from "../src/shared/operation.ts";
import { createRedactor } from "../src/shared/redact.ts";
import { type MockSignal, pause, untilAborted } from "./abort.ts";
import { createPlant, readBody } from "./create-plant.ts";
import { type Fault, faultDelayMs, faultResponse } from "./faults.ts";
import { errorResponse, type MockRequest, type MockResponse, toGlobalResponse } from "./messages.ts";
import type { MockState } from "./mock.ts";
import { type RequestRecord, receivedTokens } from "./requests.ts";

function isAtOperation({ baseUrl }: MockState, url: string): boolean {
  const address = url.replace(/[?#].*/s, "");
  return baseUrl === "*" ? address.endsWith(PATH) : address === baseUrl + PATH;
}

export const matchesOperation = (state: MockState, { method, url }: Pick<MockRequest, "method" | "url">): boolean =>
  method === METHOD && isAtOperation(state, url);

export async function handleRequest(state: MockState, request: MockRequest): Promise<MockResponse> {
  request.signal.throwIfAborted();
  if (!matchesOperation(state, request)) {
    const operation = `The only operation is ${METHOD} ${state.baseUrl}${PATH}.`;
    return isAtOperation(state, request.url)
      ? errorResponse(405, `Method not allowed. ${operation}`, { allow: METHOD })
      : errorResponse(404, `Not found. ${operation}`);
  }
  const { resetSignal } = state;
  const record = state.requests.begin(request);
  try {
    return await respond(state, request, record, resetSignal);
  } catch (error) {
    if (resetSignal.aborted) {
      return Response.error();
    }
    if (error instanceof CallbackError) {
      const response = errorResponse(500, createRedactor(receivedTokens(request.headers))(error.message));
      record.finish("fault", response);
      return response;
    }
    record.finish("aborted");
    throw error;
  }
}

async function respond(
  state: MockState,
  request: MockRequest,
  record: RequestRecord,
  resetSignal: MockSignal,
): Promise<MockResponse> {
  const { headers, signal } = request;
  const nextFault = state.faults.takeNext();

  const reading = request.readBody();
  const bytes = reading instanceof Promise ? await untilAborted(reading, signal, resetSignal) : reading;
  const body = readBody(headers, bytes);
  const { newPlant, problem } = body;
  record.setBody(bytes, body);
  if (newPlant) {
    request.onNewPlant?.(newPlant);
  }

  const fault = nextFault ?? (newPlant && takeMatchingFault(state, newPlant));
  resetSignal.throwIfAborted();
  const waitMs = state.delayMs + faultDelayMs(fault);
  if (waitMs === Number.POSITIVE_INFINITY) {
    request.onHang?.();
  }
  if (waitMs > 0) {
    await pause(waitMs, signal, resetSignal);
  }
  const faulty =
    typeof fault === "function"
      ? await untilAborted(callFault(fault, request, bytes), signal, resetSignal)
      : fault && faultResponse(fault);
  if (faulty) {
    record.finish("fault", faulty);
    return faulty instanceof Response ? record.recordBody(faulty) : faulty;
  }

  const refusal = (await credentialsProblem(state.token, request, resetSignal)) ?? problem;
  signal.throwIfAborted();
  resetSignal.throwIfAborted();
  const response =
    refusal === undefined && newPlant ? createPlant(state, newPlant) : errorResponse(400, String(refusal));
  record.finish(response.status === 200 ? "created" : "refused", response);
  return response;
}

function takeMatchingFault({ faults }: MockState, newPlant: NewPlant): Fault | undefined {
  try {
    return faults.takeMatching(newPlant);
  } catch (error) {
    throw new CallbackError("A condition of failWhen threw", error);
  }
}

async function credentialsProblem(
  accepted: MockState["token"],
  { headers, signal }: MockRequest,
  resetSignal: MockSignal,
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  const token = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    const problem = authorization === null ? "missing" : "malformed";
    return `The Authorization header is ${problem}: send Authorization: Bearer <ACCESS_TOKEN>.`;
  }
  const isAccepted =
    typeof accepted === "function"
      ? await untilAborted(
          callback("The token function threw", () => accepted(token)),
          signal,
          resetSignal,
        )
      : accepted === undefined || accepted === token || (typeof accepted === "object" && accepted.includes(token));
  return isAccepted ? undefined : "The access token is not valid.";
}

class CallbackError extends Error {
  constructor(failure: string, error: unknown) {
    super(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function callback<T>(failure: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new CallbackError(failure, error);
  }
}

async function callFault(
  fault: Extract<Fault, (request: Request) => unknown>,
  { method, url, headers }: MockRequest,
  bytes: Uint8Array | undefined,
): Promise<Response> {
  const request = new Request(url, { method, headers: [...headers], body: new Uint8Array(bytes ?? []) });
  const value = await callback("The fault function threw", () => fault(request));
  return callback("The fault function returned an invalid Response", () => toGlobalResponse(value));
}
