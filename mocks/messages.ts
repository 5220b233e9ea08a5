import type { ErrorRecord, NewPlant } from "../src/schemas.ts";
import { toJson } from "../src/shared/json.ts";
import type { MockSignal } from "./abort.ts";

export interface MockRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: MockHeaders;
  readonly signal: MockSignal;
  readBody(): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  onNewPlant?(newPlant: NewPlant): void;
  /** Called when the mock won't respond unless a reset or the caller ends the wait. */
  onHang?(): void;
}

export interface MockHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
  /** Takes a third of the time of iteration. */
  forEach(callback: (value: string, name: string) => void): void;
}

export type MockResponse = ResponseParts | Response;

export interface ResponseParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function jsonResponse(status: number, value: unknown, headers?: ResponseParts["headers"]): ResponseParts {
  return { status, headers: { "content-type": "application/json", ...headers }, body: toJson(value) };
}

/** A response with an Error. The interface doesn't define the number in `error`: the mock uses the status. */
export function errorResponse(status: number, message: string, headers?: ResponseParts["headers"]): ResponseParts {
  return jsonResponse(status, { error: status, message } satisfies ErrorRecord, headers);
}

/** The part of a `Response` that those of node-fetch, undici and jsdom have too. */
interface ResponseLike extends Pick<Response, "status" | "statusText" | "arrayBuffer"> {
  readonly headers: Iterable<[string, string]>;
  readonly type?: string;
  readonly body?: { readonly locked?: boolean } | null;
  readonly bodyUsed?: boolean;
}

export async function toGlobalResponse(value: unknown): Promise<Response> {
  if (!isResponseLike(value)) {
    const isRecord = typeof value === "object" && value !== null;
    throw new TypeError(`it is ${isRecord ? "another object" : value === null ? "null" : `of type ${typeof value}`}`);
  }
  if (value.type === "error") {
    return Response.error();
  }
  if (value.bodyUsed || value.body?.locked) {
    throw new TypeError("its body was already read");
  }
  if (value instanceof Response) {
    return value;
  }
  const { status, statusText, headers } = value;
  const body = await value.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers: [...headers] });
}

function isResponseLike(value: unknown): value is ResponseLike {
  const { status, headers, arrayBuffer } = Object(value);
  return (
    typeof status === "number" &&
    typeof Object(headers)[Symbol.iterator] === "function" &&
    typeof arrayBuffer === "function"
  );
}
