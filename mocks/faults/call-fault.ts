import { runCallback, toReason } from "../input/callback.ts";
import type { OpenRequest } from "../requests/open-requests.ts";
import { cancelBody, DROPPED, type Reply } from "../wire/reply.ts";
import type { Caller, MockRequest } from "../wire/request.ts";
import { fromResponse } from "../wire/web.ts";
import { areValidHeaders } from "./check-fault.ts";
import type { FaultFunction } from "./fault.ts";

/** Waits for a fault function, and cancels its `Response` if the request is over before. */
export async function callFault(fault: FaultFunction, request: MockRequest, open: OpenRequest): Promise<Reply> {
  const reply = runFault(fault, request, open.signal);
  try {
    return await open.wait(reply, (value) => value);
  } catch (error) {
    reply.then(({ body }) => cancelBody(body)).catch(() => {});
    throw error;
  }
}

/** Calls a fault function with a `Request`, whose body is empty if it is too large. */
async function runFault(
  fault: FaultFunction,
  { method, url, headers, body, caller }: MockRequest,
  signal: AbortSignal,
): Promise<Reply> {
  const bytes = body === "too large" ? new Uint8Array() : body;
  const request = new Request(url, { method, headers, body: bytes, signal });
  const value = await runCallback("The fault function threw", () => fault(request));
  try {
    return readResponse(value, caller);
  } catch (error) {
    cancelBody(Object(value).body);
    throw new Error(`The fault function returned an invalid Response: ${toReason(error)}`);
  }
}

/** What describes the form of a body on the wire. `fetch` has decoded its body. */
const WIRE_HEADERS = ["content-encoding", "content-length", "transfer-encoding"];

/** Takes apart what a fault function returned. */
function readResponse(value: unknown, caller: Caller): Reply {
  if (!(value instanceof Response)) {
    throw new TypeError("it isn't a Response of this runtime");
  }
  if (value.type === "error") {
    return DROPPED;
  }
  const { status, statusText, body, url } = value;
  const headers = new Headers(value.headers);
  // Only a `Response` that `fetch` returned has a URL.
  for (const name of url === "" ? [] : WIRE_HEADERS) {
    headers.delete(name);
  }
  assertValidHeaders(headers);
  // Throws for a body that was read, and for a status that only `fetch` accepts.
  return fromResponse(new Response(body, { status, statusText, headers }), caller);
}

function assertValidHeaders(headers: Headers): void {
  if (!areValidHeaders([...headers])) {
    throw new TypeError("it has a header that HTTP doesn't allow");
  }
  const length = headers.get("content-length") ?? "0";
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(Number(length))) {
    throw new TypeError("its Content-Length isn't a number of bytes");
  }
  if (headers.has("transfer-encoding")) {
    throw new TypeError("it has a Transfer-Encoding, which only the server may set");
  }
}
