import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer } from "../answer.ts";
import type { Exchange } from "./exchange.ts";

/** Writes an answer after the header fields, or loses the connection where that is what the answer says. */
export function writeAnswer(exchange: Exchange, answer: Answer | Response, fields: string[]): void {
  if (answer instanceof Response) {
    void writeResponse(exchange, answer, fields);
    return;
  }
  const { incoming, response } = exchange;
  const { status, headers, body } = answer;
  for (const name in headers) {
    fields.push(name, headers[name] as string);
  }
  if (status !== 204) {
    fields.push("content-length", String(Buffer.byteLength(body)));
  }
  if (exchange.isLast || !incoming.complete) {
    fields.push("connection", "close");
  }
  response.writeHead(status, fields);
  if (incoming.complete) {
    response.end(body);
  } else {
    response.write(body);
    endLater(exchange);
  }
}

/** The client still sends: to end on it now could lose it the answer. The request's timeout bounds how long it may. */
function endLater(exchange: Exchange): void {
  const { incoming, response } = exchange;
  incoming.on("end", () => response.end());
  incoming.resume();
  exchange.onHang();
}

/** What a fault's function made goes out as it is, one that breaks its promise of a length included. */
async function writeResponse(
  { incoming, response, isLast }: Exchange,
  answer: Response,
  fields: string[],
): Promise<void> {
  if (answer.type === "error") {
    incoming.socket.destroy();
    return;
  }
  try {
    fields.push(...[...answer.headers].flat());
    const announced = answer.headers.get("content-length");
    if (answer.body === null && announced === null && ![204, 304].includes(answer.status)) {
      fields.push("content-length", "0");
    }
    if (isLast || !incoming.complete) {
      fields.push("connection", "close");
    }
    response.writeHead(answer.status, answer.statusText || undefined, fields);
    if (answer.body === null || incoming.method === "HEAD") {
      response.end();
      await answer.body?.cancel();
      return;
    }
    let sent = 0;
    const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
    body.on("data", (chunk: Uint8Array) => {
      sent += chunk.byteLength;
    });
    await pipeline(body, response, { end: false });
    if (announced === null || Number(announced) === sent) {
      response.end();
    } else {
      // To end the answer first would let the next one on the connection out.
      incoming.socket.destroySoon();
    }
  } catch {
    // Its body failed midway, was read before, or the client has gone.
    incoming.socket.destroy();
  }
}
