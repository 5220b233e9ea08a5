import { onAbort } from "../src/shared/on-abort.ts";
import { readBody } from "../src/shared/read-body.ts";
import { createReply, type ReplyHeaders, type SentReply } from "./replies.ts";
import type { ArrivingRequest, RequestHead } from "./request.ts";
import { createRequestRedactor } from "./requests/credentials.ts";

/** Who leaves when its signal aborts: a `Request`, or the options of a call. Some objects that pass for a `Request` have none. */
export interface Caller {
  readonly signal?: AbortSignal | null | undefined;
}

/** Reads a `Request`. The result refers to the caller: Node forwards an abort only to a `Request` that isn't garbage. */
export function fromRequest(request: Request, caller: Caller = request): ArrivingRequest {
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  return {
    method,
    url,
    headers,
    redact: createRequestRedactor(headers),
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
