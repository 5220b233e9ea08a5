import { MAX_BODY_BYTES } from "../src/shared/limits.ts";
import { readBody } from "../src/shared/read-body.ts";
import { LightSignal } from "./abort.ts";
import { type MockRequest, toResponse } from "./messages.ts";
import { handleRequest } from "./pipeline.ts";
import type { MockState } from "./state.ts";

/** Node forwards an abort to a `Request` or a combined signal only while something references it. */
const inFlight = new Set<readonly unknown[]>();

/** Responds to a call of `fetch`. A lost connection is `Response.error()`. */
export async function respondToFetch(
  state: MockState,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const request = readPlainRequest(input, init) ?? readRequest(input, init);
  const held = [input, init?.signal, request];
  inFlight.add(held);
  try {
    const response = await handleRequest(state, request);
    return response instanceof Response ? response : toResponse(response);
  } finally {
    inFlight.delete(held);
  }
}

const encoder = new TextEncoder();
const PLAIN_OPTIONS = ["method", "headers", "body", "signal", "redirect"];

/** Reads a usual request without creating a `Request`, which would take most of the time. Returns `undefined` for others. */
function readPlainRequest(input: string | URL | Request, init: RequestInit = {}): MockRequest | undefined {
  const { method, headers, body, signal } = init;
  if (
    input instanceof Request ||
    method !== "POST" ||
    !(body === undefined || typeof body === "string" || body instanceof Uint8Array) ||
    !(signal === undefined || signal === null || signal instanceof AbortSignal) ||
    !Object.keys(init).every((option) => PLAIN_OPTIONS.includes(option))
  ) {
    return undefined;
  }
  const address = parseUrl(input);
  if (!address || address.username || address.password) {
    return undefined;
  }
  const fields = new Headers(headers);
  if (typeof body === "string" && !fields.has("content-type")) {
    fields.set("content-type", "text/plain;charset=UTF-8");
  }
  let bytes: Uint8Array | undefined = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body ?? []);
  return {
    method,
    url: address.href,
    headers: fields,
    signal: signal ?? new LightSignal(),
    readBody() {
      const read = bytes && limitSize(bytes);
      bytes = undefined;
      return read;
    },
  };
}

/** Not `URL.canParse`, which jsdom 21 lacks. */
function parseUrl(input: string | URL): URL | undefined {
  try {
    return new URL(input);
  } catch {
    return undefined;
  }
}

function readRequest(input: string | URL | Request, init?: RequestInit): MockRequest & { readonly request: Request } {
  const request = input instanceof Request && init === undefined ? input : new Request(input, init);
  const { method, url, headers, signal } = request;
  return { method, url, headers, signal, readBody: () => receiveBytes(request), request };
}

const limitSize = (bytes: Uint8Array): Uint8Array | undefined =>
  bytes.byteLength > MAX_BODY_BYTES ? undefined : bytes;

/** Reads the body of a `Request`. */
export async function receiveBytes(request: Request): Promise<Uint8Array | undefined> {
  // Firefox has no `body` on a Request.
  if (!request.body) {
    return limitSize(new Uint8Array(await request.arrayBuffer()));
  }
  const buffer = await readBody(request);
  return buffer.isTooLarge ? undefined : buffer.toBytes();
}
