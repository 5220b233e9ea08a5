import { MAX_BODY_BYTES } from "../../shared/limits.ts";
import { findOperation, refuseAddress } from "../core/address.ts";
import { replyToOperation } from "../core/pipeline.ts";
import type { MockState } from "../core/state.ts";
import { CONNECTION_CLOSED, isLost, type LostReply } from "../wire/reply.ts";
import type { Caller, MockRequest } from "../wire/request.ts";
import { fromHeaders, fromRequest, toResponse } from "../wire/web.ts";

type Input = string | URL | Request;

/** Responds to a call of `fetch`. */
export async function fetchFromMock(state: MockState, input: Input, init?: RequestInit | null): Promise<Response> {
  const options = init ?? {};
  const caller = findCaller(input, options);
  const request = readPost(input, options, caller) ?? fromRequest(new Request(input, options), caller);
  if (caller.signal?.aborted) {
    if ("readBody" in request) {
      // Only cancels the body, since the signal has aborted.
      await request.readBody(caller);
    }
    throw caller.signal.reason;
  }
  const operation = findOperation(state.baseUrl, request);
  const reply =
    operation === undefined ? refuseAddress(state.baseUrl, request) : await replyToOperation(state, operation, request);
  if (caller.signal?.aborted) {
    throw caller.signal.reason;
  }
  if (isLost(reply)) {
    throw new TypeError("fetch failed", { cause: toCause(reply) });
  }
  const response = toResponse(reply);
  return Object.defineProperty(response, "url", { value: request.url.replace(/#.*/s, ""), configurable: true });
}

/** Why the connection failed, in the form that Node gives it. */
function toCause({ lost }: LostReply): Error {
  switch (lost) {
    case "refused":
      return Object.assign(new Error("connect ECONNREFUSED: a fault"), { code: "ECONNREFUSED", syscall: "connect" });
    case "dropped":
      return new Error(CONNECTION_CLOSED);
    case "left":
      return new Error("the body of the request failed");
  }
}

/** Returns what has the signal of a call. It holds a `Request`, since Node forwards no abort to one that is garbage. */
function findCaller(input: Input, options: RequestInit): Caller {
  if (options instanceof Request) {
    return options;
  }
  return input instanceof Request && options.signal === undefined ? input : { signal: options.signal };
}

/**
 * Reads a POST of text or bytes at once, so it is open, recorded and has its fault when `fetch` returns its promise. A `Request`
 * gives away its body only later, and has no `Cookie` in browsers. Returns `undefined` for any other call.
 */
function readPost(input: Input, options: RequestInit, caller: Caller): MockRequest | undefined {
  const url = input instanceof Request ? undefined : parseUrl(input);
  if (!url || url.username || url.password || !isPlainPost(options)) {
    return undefined;
  }
  const { headers, body } = options;
  const fields = new Headers(headers);
  if (typeof body === "string" && !fields.has("content-type")) {
    fields.set("content-type", "text/plain;charset=UTF-8");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : Uint8Array.from(body);
  return {
    method: "POST",
    url: url.href,
    headers: fromHeaders(fields),
    caller,
    body: bytes.byteLength > MAX_BODY_BYTES ? "too large" : bytes,
  };
}

const PLAIN_OPTIONS = ["method", "headers", "body", "signal", "redirect", "cache"];

/** Recognizes the options of a POST of text or bytes that need none of the checks of `Request`. */
function isPlainPost(options: RequestInit): options is RequestInit & { readonly body: string | Uint8Array } {
  const { method, body, signal, redirect = "manual", cache = "no-store" } = options;
  return (
    method === "POST" &&
    (typeof body === "string" || body instanceof Uint8Array) &&
    (signal === undefined || signal === null || signal instanceof AbortSignal) &&
    redirect === "manual" &&
    cache === "no-store" &&
    Object.keys(options).every((option) => PLAIN_OPTIONS.includes(option))
  );
}

/** Returns `undefined` for an invalid URL. jsdom 21 has no `URL.canParse`. */
function parseUrl(input: string | URL): URL | undefined {
  try {
    return new URL(input);
  } catch {
    return undefined;
  }
}
