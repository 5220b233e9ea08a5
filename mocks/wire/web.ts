import { onAbort } from "../../shared/on-abort.ts";
import { readBody } from "../../shared/read-body.ts";
import { createReply, type ReplyHeaders, type SentReply } from "./reply.ts";
import type { ArrivingRequest, RequestHead } from "./request.ts";

/** Who leaves when its signal aborts: a `Request`, or the options of a call. */
export interface Caller {
  readonly signal?: AbortSignal | null | undefined;
}

/** Reads a `Request`. The result refers to the caller: Node forwards an abort only to a `Request` that isn't garbage. */
export function fromRequest(request: Request, caller: Caller = request): ArrivingRequest {
  const { method, url } = request;
  return {
    method,
    url,
    headers: Object.fromEntries(request.headers),
    onLeave: createOnLeave(caller),
    readBody: async (stop) => {
      const buffer = await readBody(request, stop).catch(() => undefined);
      return buffer?.isTooLarge ? "too large" : buffer?.toBytes();
    },
  };
}

export const createOnLeave =
  (caller: Caller): RequestHead["onLeave"] =>
  (listener) => {
    const { signal } = caller;
    if (signal?.aborted) {
      listener();
    }
    return signal ? onAbort(signal, listener) : () => {};
  };

/** Makes a `Response`. */
export function toResponse({ status, statusText, headers, body }: SentReply): Response {
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status, statusText, headers: fields });
}

/** Takes a `Response` apart. */
export function fromResponse({ status, statusText, headers, body }: Response): SentReply {
  const fields = [...headers];
  const cookies = fields.filter(([name]) => name === "set-cookie").map(([, value]) => value);
  const replyHeaders: ReplyHeaders = {
    ...Object.fromEntries(fields),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  };
  // Starts to read the body now. Otherwise, Node cancels the body of a fetched `Response` once the `Response` is garbage.
  const reply = createReply(status, body?.pipeThrough(new TransformStream()) ?? null, replyHeaders);
  return statusText === "" ? reply : { ...reply, statusText };
}

/** What the MSW handlers need of a mock. They may be in another bundle, with which only web types are shared. */
export interface MswAccess {
  /** Whether a request is for the operation. */
  readonly matches: (request: Request) => boolean;
  /**
   * Responds to a request to the operation. A lost connection, a body that can't be read, or a caller who left is
   * `Response.error()`.
   */
  readonly respond: (request: Request) => Promise<Response>;
}

/** The key of it. Enumerable, so that a copy of the mock has it too. */
export const MSW_ACCESS: unique symbol = Symbol.for("plant-store-sdk.mock");

export interface HasMswAccess {
  readonly [MSW_ACCESS]: MswAccess;
}
