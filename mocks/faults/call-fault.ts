import { runCallback } from "../core/failures.ts";
import { cancelReply, DROPPED, type Reply } from "../core/reply.ts";
import type { MockRequest } from "../core/request.ts";
import { fromResponse } from "../core/web.ts";
import type { Lifetime } from "../requests/lifetime.ts";
import { areValidHeaders } from "./check-fault.ts";
import type { FaultFunction } from "./kinds.ts";

/** Waits for a fault function, and cancels its `Response` if the request is over before. */
export async function callFault(fault: FaultFunction, request: MockRequest, lifetime: Lifetime): Promise<Reply> {
  const reply = runFault(fault, request, lifetime.createSignal());
  try {
    return await lifetime.wait(reply);
  } catch (error) {
    reply.then(cancelReply, () => {});
    throw error;
  }
}

/** Calls a fault function with a `Request`, whose body is empty if it is too large. */
async function runFault(
  fault: FaultFunction,
  { method, url, headers, body }: MockRequest,
  signal: AbortSignal,
): Promise<Reply> {
  const bytes = body === "too large" ? new Uint8Array() : body;
  const request = new Request(toValidUrl(url), { method, headers, body: bytes, signal });
  const value = await runCallback("The fault function threw", () => fault(request));
  return runCallback("The fault function returned an invalid Response", () => readResponse(value));
}

/** Replaces the host if it can't be in a URL. The client of a server may name any: `Host: 127.0.0.1:99999`. */
function toValidUrl(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url.replace(/^(https?:\/\/)[^/?#]*/, "$1localhost");
  }
}

/** What describes the form of a body on the wire. `fetch` has decoded its body. */
const WIRE_HEADERS = ["content-encoding", "content-length", "transfer-encoding"];

/** Takes apart what a fault function returned. */
function readResponse(value: unknown): Reply {
  if (!(value instanceof Response)) {
    throw new TypeError(`it is ${describeOther(value)}`);
  }
  if (value.type === "error") {
    return DROPPED;
  }
  const { status, statusText, body, bodyUsed, url } = value;
  if (bodyUsed || body?.locked) {
    throw new TypeError("its body was already read");
  }
  const headers = new Headers(value.headers);
  // Only a `Response` that `fetch` returned has a URL.
  for (const name of url === "" ? [] : WIRE_HEADERS) {
    headers.delete(name);
  }
  checkHeaders(headers);
  // Throws for a status that only `fetch` accepts.
  return fromResponse(new Response(body, { status, statusText, headers }));
}

function describeOther(value: unknown): string {
  if (value === null) {
    return "null";
  }
  return typeof value === "object" ? "an object that isn't a Response of this runtime" : `of type ${typeof value}`;
}

function checkHeaders(headers: Headers): void {
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
