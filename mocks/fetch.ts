import { MAX_BODY_BYTES } from "../src/shared/limits.ts";
import { ByteBuffer } from "../src/shared/read-body.ts";
import { LightSignal } from "./abort.ts";
import type { MockRequest } from "./messages.ts";
import type { MockState } from "./mock.ts";
import { handleRequest } from "./pipeline.ts";

/** Node forwards an abort to a `Request` or a combined signal only while something references it. */
const inFlight = new Set<readonly unknown[]>();

export async function respond(state: MockState, input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = readPlainRequest(input, init) ?? readRequest(input, init);
  const held = [input, init, request];
  inFlight.add(held);
  try {
    const response = await handleRequest(state, request);
    return response instanceof Response ? response : new Response(response.body, response);
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
  if (!URL.canParse(input)) {
    return undefined;
  }
  const { href: url, username, password } = new URL(input);
  if (username || password) {
    return undefined;
  }
  const fields = new Headers(headers);
  if (typeof body === "string" && !fields.has("content-type")) {
    fields.set("content-type", "text/plain;charset=UTF-8");
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body ?? []);
  return { method, url, headers: fields, signal: signal ?? new LightSignal(), readBody: () => limit(bytes) };
}

function readRequest(input: string | URL | Request, init?: RequestInit): MockRequest & { readonly request: Request } {
  const request = input instanceof Request && init === undefined ? input : new Request(input, init);
  const { method, url, headers, signal } = request;
  return { method, url, headers, signal, readBody: () => readBody(request), request };
}

const limit = (bytes: Uint8Array): Uint8Array | undefined => (bytes.byteLength > MAX_BODY_BYTES ? undefined : bytes);

export async function readBody(request: Request): Promise<Uint8Array | undefined> {
  // Firefox has no `body` on a Request.
  if (!request.body) {
    return limit(new Uint8Array(await request.arrayBuffer()));
  }
  const reader = request.body.getReader();
  const buffer = new ByteBuffer();
  while (!buffer.isTooLarge) {
    const { done, value } = await reader.read();
    if (done) {
      return buffer.toBytes();
    }
    buffer.append(value);
  }
  // Not awaited: the cancel of one clone resolves when the other is read too.
  reader.cancel().catch(() => {});
  return undefined;
}
