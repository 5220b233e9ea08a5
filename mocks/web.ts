import { ByteBuffer, readBody } from "../src/shared/read-body.ts";
import { createReply, type ReplyHeaders, type SentReply } from "./replies.ts";
import type { MockRequest } from "./requests/mock-request.ts";
import { createRequestRedactor } from "./requests/request-redactor.ts";

/** Reads a `Request`. The result refers to it: Node forwards an abort only to a `Request` that isn't garbage. */
export function fromRequest(request: Request): MockRequest {
  const { method, url, body } = request;
  const headers = Object.fromEntries(request.headers);
  return {
    method,
    url,
    headers,
    redact: createRequestRedactor(headers),
    // Some objects that pass for a `Request` have no signal.
    signal: request.signal ?? new AbortController().signal,
    readBody: (stop) => (body === null ? new ByteBuffer() : readBody(request, stop)),
  };
}

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
