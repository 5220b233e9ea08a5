import type { Duplex } from "node:stream";
import { errorAnswer } from "../answer.ts";

const REFUSALS: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The header fields are larger than this mock takes."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive."],
};

/** Answers what node:http could not read as a request, and ends the connection. */
export function refuseBrokenRequest(code: string | undefined, socket: Duplex): void {
  const [status, reason, message] = REFUSALS[String(code)] ?? [400, "Bad Request", "This is no HTTP request."];
  const { body } = errorAnswer(status, { error: status, message });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
