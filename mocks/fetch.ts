import { ByteBuffer } from "../src/shared/read-body.ts";
import type { Redact } from "../src/shared/redact.ts";
import { isForOperation, refuseAddress } from "./address.ts";
import { handle } from "./pipeline.ts";
import { CONNECTION_CLOSED, isLost, type LostReply } from "./replies.ts";
import type { MockRequest } from "./requests/mock-request.ts";
import { createRequestRedactor } from "./requests/request-redactor.ts";
import type { MockState } from "./state.ts";
import { fromRequest, toResponse } from "./web.ts";

/** Responds to a call of `fetch`. */
export async function fetchFromMock(
  state: MockState,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const plainPost = readPlainPost(input, init);
  const request = plainPost ?? fromRequest(toRequest(input, init));
  const signal = plainPost ? init?.signal : request.signal;
  if (signal?.aborted) {
    throw signal.reason;
  }
  const reply = isForOperation(state.baseUrl, request)
    ? await handle(state, request)
    : refuseAddress(state.baseUrl, request);
  if (isLost(reply)) {
    throw reply.lost === "left" ? request.signal.reason : toConnectionError(reply);
  }
  const response = toResponse(reply);
  return Object.defineProperty(response, "url", { value: request.url.replace(/#.*/s, ""), configurable: true });
}

function toConnectionError({ lost }: LostReply): TypeError {
  const cause =
    lost === "refused"
      ? Object.assign(new Error("connect ECONNREFUSED: a fault"), { code: "ECONNREFUSED", syscall: "connect" })
      : new Error(CONNECTION_CLOSED);
  return new TypeError("fetch failed", { cause });
}

const toRequest = (input: string | URL | Request, init?: RequestInit): Request =>
  input instanceof Request && init === undefined ? input : new Request(input, init);

const PLAIN_OPTIONS = ["method", "headers", "body", "signal", "redirect"];

/**
 * Reads a POST of text or bytes without a `Request`. A `Request` takes 35 µs on Node 20, follows the signal only until it is
 * garbage, with a listener for each call, and has no `Cookie` in browsers. Returns `undefined` for any other call.
 */
function readPlainPost(input: string | URL | Request, init: RequestInit = {}): MockRequest | undefined {
  const { method, headers, body, signal, redirect } = init;
  if (
    input instanceof Request ||
    method !== "POST" ||
    !(typeof body === "string" || body instanceof Uint8Array) ||
    !(signal === undefined || signal === null || signal instanceof AbortSignal) ||
    !(redirect === undefined || redirect === "manual") ||
    !Object.keys(init).every((option) => PLAIN_OPTIONS.includes(option))
  ) {
    return undefined;
  }
  const url = parseUrl(input);
  if (!url || url.username || url.password) {
    return undefined;
  }
  return new PlainPost(url.href, new Headers(headers), body, signal ?? undefined);
}

/** Returns `undefined` for an invalid URL. jsdom 21 has no `URL.canParse`. */
function parseUrl(input: string | URL): URL | undefined {
  try {
    return new URL(input);
  } catch {
    return undefined;
  }
}

class PlainPost implements MockRequest {
  readonly method = "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly redact: Redact;
  readonly #body = new ByteBuffer();
  #signal: AbortSignal | undefined;

  constructor(url: string, headers: Headers, body: string | Uint8Array, signal: AbortSignal | undefined) {
    if (typeof body === "string" && !headers.has("content-type")) {
      headers.set("content-type", "text/plain;charset=UTF-8");
    }
    this.url = url;
    this.headers = Object.fromEntries(headers);
    this.redact = createRequestRedactor(this.headers);
    this.#body.append(typeof body === "string" ? new TextEncoder().encode(body) : body.slice());
    this.#signal = signal;
  }

  /** The caller's signal, or one that never aborts, created when a request first waits. */
  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }

  readBody(): ByteBuffer {
    return this.#body;
  }
}
