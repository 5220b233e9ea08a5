import { onAbort } from "../../shared/on-abort.ts";
import { readBody } from "../../shared/read-body.ts";
import { createReply, type ReplyHeaders, type SentReply } from "./reply.ts";
import { type ArrivingRequest, type Caller, toRequestBody } from "./request.ts";

/** Reads a `Request`. */
export const fromRequest = (request: Request, caller: Caller = request): ArrivingRequest => ({
  method: request.method,
  url: request.url,
  headers: fromHeaders(request.headers),
  caller,
  readBody: async ({ signal }) => {
    const buffer = await readBody(request, signal).catch(() => undefined);
    return buffer && toRequestBody(buffer);
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

/** Takes a `Response` apart. */
export function fromResponse({ status, statusText, headers, body }: Response, caller: Caller): SentReply {
  const cookies = headers.getSetCookie();
  const replyHeaders: ReplyHeaders = {
    ...fromHeaders(headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  };
  const reply = createReply(status, body && passOn(body, caller), replyHeaders);
  return statusText === "" ? reply : { ...reply, statusText };
}

/** Passes on a body until the caller leaves. Then it is canceled, even if nobody reads it: `pipeThrough` would wait. */
function passOn(body: ReadableStream<Uint8Array>, caller: Caller): ReadableStream<Uint8Array> {
  // Locks the body now. Otherwise, Node cancels the body of a fetched `Response` once the `Response` is garbage.
  const reader = body.getReader();
  return new ReadableStream({
    start(controller) {
      // Refers to the caller, not only to its signal: Node forwards no abort to a `Request` that is garbage.
      const leave = () => {
        controller.error(caller.signal?.reason);
        reader.cancel().catch(() => {});
      };
      const stopListening = caller.signal && onAbort(caller.signal, leave);
      reader.closed.catch(() => {}).then(stopListening);
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
