import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers";
import type { App } from "../app/app.ts";
import { errorResponse, type MockResponse, type ResponseParts } from "../messages.ts";
import { refuseInvalidRequest } from "./invalid-http.ts";
import type { WireRequest } from "./wire-request.ts";

export interface ServedRequest {
  readonly request: WireRequest;
  /** Absent when the client left before it. */
  readonly response?: MockResponse;
  readonly durationMs: number;
}

export type OnServed = (served: ServedRequest) => void;

export async function respond(app: App, request: WireRequest, onServed?: OnServed): Promise<void> {
  const startedMs = performance.now();
  const response = refuseInvalidRequest(request.incoming) ?? (await app.handle(request));
  if (response) {
    await turnEnd();
    void writeResponse(request, response).catch(() => request.drop());
  }
  onServed?.({ request, durationMs: performance.now() - startedMs, ...(response && { response }) });
}

// Stored at import, so that responses are sent while a test uses fake timers.
const setRealImmediate = setImmediate;

let currentTurnEnd: Promise<void> | undefined;

/** All responses of a turn are written together: waking a sleeping client costs more than making its response. */
export function turnEnd(): Promise<void> {
  currentTurnEnd ??= new Promise((resolve) => {
    setRealImmediate(() => {
      currentTurnEnd = undefined;
      resolve();
    });
  });
  return currentTurnEnd;
}

async function writeResponse(request: WireRequest, response: MockResponse): Promise<void> {
  try {
    if (response instanceof Response) {
      await writeStream(request, response);
    } else {
      writeParts(request, response);
    }
  } catch (error) {
    if (request.response.headersSent) {
      request.drop();
    } else {
      writeParts(request, errorResponse(500, `The fault's response can't be sent: ${(error as Error).message}`));
    }
  }
}

function writeParts(request: WireRequest, { status, headers, body }: ResponseParts): void {
  const { incoming, response } = request;
  const fields: string[] = [];
  for (const name in headers) {
    if (name !== "content-length" && name !== "transfer-encoding") {
      fields.push(name, headers[name] as string);
    }
  }
  if (status !== 204) {
    fields.push("content-length", String(Buffer.byteLength(body)));
  }
  writeHead(request, status, "", fields);
  if (incoming.complete || request.isHttp2) {
    response.end(body);
    return;
  }
  // Closing during the upload could make the client lose the response. The request timeout limits the wait.
  (response as ServerResponse).flushHeaders();
  (response as ServerResponse).write(body);
  incoming.on("end", () => response.end());
  incoming.resume();
  request.stopResponding();
}

/** Sends a body unchanged. If its length isn't the announced one, no other response may follow on the connection. */
async function writeStream(request: WireRequest, { type, status, statusText, headers, body }: Response): Promise<void> {
  if (type === "error") {
    request.drop();
    return;
  }
  const fields = [...headers].flat();
  const announced = headers.get("content-length");
  if (body === null && announced === null && ![204, 304].includes(status)) {
    fields.push("content-length", "0");
  }
  writeHead(request, status, statusText, fields);
  const { response } = request;
  if (body === null || request.method === "HEAD") {
    response.end();
    await body?.cancel();
    return;
  }
  let sent = 0;
  const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  stream.on("data", (chunk: Uint8Array) => {
    sent += chunk.byteLength;
  });
  await pipeline(stream, "stream" in response ? response.stream : response, { end: false });
  if (announced === null || Number(announced) === sent) {
    response.end();
  } else if (request.isHttp2) {
    request.drop();
  } else {
    request.incoming.socket.destroySoon();
  }
}

/** HTTP/2 forbids these headers (RFC 9113, section 8.2.2). */
const HTTP1_ONLY_HEADERS = [
  "connection",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
];

function writeHead(
  { incoming, response, isHttp2, isLast }: WireRequest,
  status: number,
  text: string,
  fields: string[],
) {
  if (isHttp2) {
    const isAllowed = (name: string | undefined) => !HTTP1_ONLY_HEADERS.includes(String(name));
    response.writeHead(status, fields.filter((_, index) => isAllowed(fields[index - (index % 2)])) as never);
    return;
  }
  if (isLast || !incoming.complete) {
    fields.push("connection", "close");
  }
  (response as ServerResponse).writeHead(status, text || undefined, fields);
}
