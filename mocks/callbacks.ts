import type { FaultFunction } from "./faults.ts";
import { type MockRequest, reasonPhrase } from "./messages.ts";

/** A function of the user failed: a token function, a condition or a fault function. */
export class CallbackError extends Error {
  constructor(failure: string, error: unknown) {
    super(`${failure}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function callback<T>(failure: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new CallbackError(failure, error);
  }
}

export async function callFault(
  fault: FaultFunction,
  { method, url, headers }: MockRequest,
  bytes: Uint8Array | undefined,
): Promise<Response> {
  const request = new Request(url, { method, headers: [...headers], body: new Uint8Array(bytes ?? []) });
  const value = await callback("The fault function threw", () => fault(request));
  return callback("The fault function returned an invalid Response", () => normalizeResponse(value));
}

/** The part of `Response` that node-fetch, undici and jsdom implement too. */
interface ResponseLike extends Pick<Response, "status" | "statusText" | "arrayBuffer"> {
  readonly headers: Iterable<[string, string]>;
  readonly type?: string;
  readonly body?: { readonly locked?: boolean } | null;
  readonly bodyUsed?: boolean;
}

/** Makes a `Response` of this realm, with the `statusText` that HTTP would add. */
async function normalizeResponse(value: unknown): Promise<Response> {
  if (!isResponseLike(value)) {
    const isObject = typeof value === "object" && value !== null;
    throw new TypeError(`it is ${isObject ? "another object" : value === null ? "null" : `of type ${typeof value}`}`);
  }
  if (value.type === "error") {
    return Response.error();
  }
  if (value.bodyUsed || value.body?.locked) {
    throw new TypeError("its body was already read");
  }
  const { status, headers } = value;
  const body = value instanceof Response ? value.body : await value.arrayBuffer();
  const isEmpty = body instanceof ArrayBuffer && body.byteLength === 0;
  const statusText = value.statusText || reasonPhrase(status);
  return new Response(isEmpty ? null : body, { status, statusText, headers: [...headers] });
}

function isResponseLike(value: unknown): value is ResponseLike {
  const { status, headers, arrayBuffer } = Object(value);
  return (
    typeof status === "number" &&
    typeof Object(headers)[Symbol.iterator] === "function" &&
    typeof arrayBuffer === "function"
  );
}
