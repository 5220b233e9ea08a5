import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { CONNECTION_CLOSED, NULL_BODY_STATUSES, type SentReply } from "../wire/reply.ts";
import type { Incoming, Outgoing } from "./incoming.ts";

export async function writeReply(incoming: Incoming, outgoing: Outgoing, reply: SentReply): Promise<void> {
  const { status, statusText, body } = reply;
  const fields = toFields(reply, "stream" in outgoing ? OMITTED_HTTP2_HEADERS : OMITTED_HEADERS);
  if (body === null && incoming.method !== "HEAD" && !NULL_BODY_STATUSES.includes(status)) {
    fields["content-length"] = 0;
  }
  if ("stream" in outgoing) {
    outgoing.writeHead(status, fields);
  } else {
    // Makes `outgoing` fail when a fault function announces another length than it sends.
    outgoing.strictContentLength = true;
    outgoing.writeHead(status, statusText, fields);
  }
  if (body instanceof ReadableStream) {
    await writeBody(body, outgoing as ServerResponse);
  } else {
    // Before text, node:http writes the headers as UTF-8 instead of Latin-1.
    const isPlain = body === null || Object.values(fields).every((value) => !/[^\0-\x7f]/.test(String(value)));
    (outgoing as ServerResponse).end(isPlain ? body : Buffer.from(body));
  }
}

/** The mock sends no trailers. */
const OMITTED_HEADERS = ["trailer"];

/** HTTP/2 forbids headers of the connection (RFC 9113, section 8.2.2). */
const OMITTED_HTTP2_HEADERS = [
  ...OMITTED_HEADERS,
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "upgrade",
];

function toFields({ headers, body }: SentReply, omitted: readonly string[]): OutgoingHttpHeaders {
  const fields: Record<string, string | string[] | number> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!omitted.includes(name)) {
      fields[name] = typeof value === "string" ? value : [...value];
    }
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : fields["content-length"];
  if (length !== undefined) {
    // A number, since Node 20.9 compares it with the number of bytes that it sent.
    fields["content-length"] = Number(length);
  }
  return fields;
}

/** Writes a body, and cancels it if that fails. `stream.pipeline` would throw an uncaught error if its length is wrong. */
async function writeBody(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  for await (const chunk of body as NodeReadableStream<Uint8Array>) {
    if (!outgoing.write(chunk)) {
      await waitForDrain(outgoing);
    }
  }
  outgoing.end();
}

function waitForDrain(outgoing: Outgoing): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      outgoing.off("drain", settle).off("close", settle);
      resolve();
    };
    outgoing.on("drain", settle).on("close", settle);
  });
}

/** HTTP/2 resets a stream with this code, INTERNAL_ERROR, where HTTP/1.1 closes the connection. */
const RESET_CODE = 2;

/** Ends the connection, or with HTTP/2 the stream, without a response or in the middle of it. */
export function dropConnection(outgoing: Outgoing): void {
  if ("stream" in outgoing) {
    outgoing.stream.close(RESET_CODE);
    return;
  }
  const { socket } = outgoing.req;
  if (socket instanceof Socket) {
    // First sends what was written before, such as half of a body.
    socket.destroySoon();
  } else {
    // Test tools and adapters of serverless platforms have no real socket, and wait for an event.
    outgoing.destroy();
    outgoing.once("error", () => {}).emit("error", new Error(CONNECTION_CLOSED));
  }
}
