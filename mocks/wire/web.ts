import { readBody } from "../../shared/read-body.ts";
import { createReply, type ReplyHeaders, type SentReply } from "./reply.ts";
import type { ArrivingRequest, Caller, RequestHead } from "./request.ts";

/** Makes the head of a request. */
export const createHead = (method: string, url: string, headers: Headers, caller: Caller): RequestHead => ({
  method,
  url,
  headers: fromHeaders(headers),
  caller,
});

/** Reads a `Request`. */
export const fromRequest = (request: Request, caller: Caller = request): ArrivingRequest => ({
  ...createHead(request.method, request.url, request.headers, caller),
  readBody: async ({ signal }) => {
    const buffer = await readBody(request, signal).catch(() => undefined);
    return buffer?.isTooLarge ? "too large" : buffer?.toBytes();
  },
});

/** Copies headers, with names in lower case: happy-dom lists them as they were set. */
export function fromHeaders(headers: Headers): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of headers) {
    fields[name.toLowerCase()] = value;
  }
  return fields;
}

/** Makes a `Response`. */
export function toResponse({ status, statusText, headers, body }: SentReply): Response {
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(body, { status, statusText, headers: fields });
}

/** Takes a `Response` apart. Its body ends when the caller leaves. */
export function fromResponse({ status, statusText, headers, body }: Response, { signal }: Caller): SentReply {
  const cookies = headers.getSetCookie();
  const replyHeaders: ReplyHeaders = {
    ...fromHeaders(headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  };
  // Starts to read the body now. Otherwise, Node cancels the body of a fetched `Response` once the `Response` is garbage.
  const stream = body?.pipeThrough(new TransformStream(), signal ? { signal } : {});
  const reply = createReply(status, stream ?? null, replyHeaders);
  return statusText === "" ? reply : { ...reply, statusText };
}
