import type { ByteBuffer } from "../../src/shared/read-body.ts";
import { runCallback } from "../callbacks.ts";
import { DROPPED, type Reply } from "../replies.ts";
import type { MockRequest } from "../requests/mock-request.ts";
import { fromResponse } from "../web.ts";
import type { FaultFunction } from "./kinds.ts";
import { areValidHeaders } from "./valid-headers.ts";

/** Calls a fault function with a `Request`, whose body is empty if it is too large. */
export async function callFault(
  fault: FaultFunction,
  { method, url, headers }: MockRequest,
  body: ByteBuffer,
): Promise<Reply> {
  const bytes = body.isTooLarge ? new Uint8Array() : body.toBytes();
  const request = new Request(url, { method, headers, body: bytes });
  const value = await runCallback("The fault function threw", () => fault(request));
  return runCallback("The fault function returned an invalid Response", () => readResponse(value));
}

/** The part of `Response` that node-fetch, undici and jsdom implement too. */
interface ResponseLike extends Pick<Response, "status" | "statusText" | "arrayBuffer"> {
  readonly headers: Iterable<[string, string]>;
  readonly type?: string;
  /** Empty unless `fetch` returned it. */
  readonly url?: string;
  readonly body?: { readonly locked?: boolean } | null;
  readonly bodyUsed?: boolean;
}

/** Takes apart what a fault function returned. */
async function readResponse(value: unknown): Promise<Reply> {
  if (!isResponseLike(value)) {
    const isObject = typeof value === "object" && value !== null;
    throw new TypeError(
      `it is ${isObject ? "an object that isn't a Response" : value === null ? "null" : `of type ${typeof value}`}`,
    );
  }
  if (value.type === "error") {
    return DROPPED;
  }
  if (value.bodyUsed || value.body?.locked) {
    throw new TypeError("its body was already read");
  }
  const { status, statusText } = value;
  // `fetch` has decoded its body, so these headers don't apply to it.
  const omitted = value.url ? ["content-encoding", "content-length"] : [];
  const headers = [...value.headers].filter(([name]) => !omitted.includes(name));
  if (!areValidHeaders(headers)) {
    throw new TypeError("it has a header that HTTP doesn't allow");
  }
  const body = value instanceof Response ? value.body : await value.arrayBuffer();
  const isEmpty = body instanceof ArrayBuffer && body.byteLength === 0;
  // Throws for a status or a body that HTTP doesn't allow.
  return fromResponse(new Response(isEmpty ? null : body, { status, statusText, headers }));
}

function isResponseLike(value: unknown): value is ResponseLike {
  const { status, headers, arrayBuffer } = Object(value);
  return (
    typeof status === "number" &&
    typeof Object(headers)[Symbol.iterator] === "function" &&
    typeof arrayBuffer === "function"
  );
}
