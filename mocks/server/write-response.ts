import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers";
import { errorResponse, type MockResponse, type ResponseParts } from "../messages.ts";
import type { WireRequest } from "./wire-request.ts";

// Bound at import: responses must go out while a test has replaced the global timers with fake ones.
const later = setImmediate;

let end: Promise<void> | undefined;

/** All responses of a turn are written together: waking a sleeping client costs more than making its response. */
export function turnEnd(): Promise<void> {
  end ??= new Promise((resolve) => {
    later(() => {
      end = undefined;
      resolve();
    });
  });
  return end;
}

export async function writeResponse(
  request: WireRequest,
  given: MockResponse,
  headerLines: readonly string[],
): Promise<void> {
  try {
    if (given instanceof Response) {
      await streamResponse(request, given, [...headerLines]);
    } else {
      writeWhole(request, given, [...headerLines]);
    }
  } catch (error) {
    if (request.response.headersSent) {
      request.incoming.socket.destroy();
      return;
    }
    const message = `The fault's response can't be sent: ${(error as Error).message}`;
    writeWhole(request, errorResponse(500, message), [...headerLines]);
  }
}

function writeWhole(request: WireRequest, { status, headers, body }: ResponseParts, lines: string[]): void {
  const { incoming, response } = request;
  for (const name in headers) {
    if (name !== "content-length" && name !== "transfer-encoding") {
      lines.push(name, headers[name] as string);
    }
  }
  if (status !== 204) {
    lines.push("content-length", String(Buffer.byteLength(body)));
  }
  if (request.isLast || !incoming.complete) {
    lines.push("connection", "close");
  }
  response.writeHead(status, lines);
  if (incoming.complete) {
    response.end(body);
    return;
  }
  // Closing while the client uploads could make it lose the response. The request timeout bounds how long this takes.
  response.flushHeaders();
  response.write(body);
  incoming.on("end", () => response.end());
  incoming.resume();
  request.onHang();
}

/** Sends a body as it is. If its length isn't the announced one, ending the response would let the next one out. */
async function streamResponse(
  { incoming, response, isLast }: WireRequest,
  { type, status, statusText, headers, body }: Response,
  lines: string[],
): Promise<void> {
  if (type === "error") {
    incoming.socket.destroy();
    return;
  }
  lines.push(...[...headers].flat());
  const announced = headers.get("content-length");
  if (body === null && announced === null && ![204, 304].includes(status)) {
    lines.push("content-length", "0");
  }
  if (isLast || !incoming.complete) {
    lines.push("connection", "close");
  }
  response.writeHead(status, statusText || undefined, lines);
  if (body === null || incoming.method === "HEAD") {
    response.end();
    await body?.cancel();
    return;
  }
  let sent = 0;
  const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  stream.on("data", (chunk: Uint8Array) => {
    sent += chunk.byteLength;
  });
  await pipeline(stream, response, { end: false });
  if (announced === null || Number(announced) === sent) {
    response.end();
  } else {
    incoming.socket.destroySoon();
  }
}
