import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listening } from "./listening.ts";

export type RawAnswer = (socket: Socket, request: string) => void;

/** Bytes are sent, and the connection stays open. */
export async function startRawServer(
  answer: string | Uint8Array | RawAnswer,
  onConnection: (socket: Socket) => void = () => {},
) {
  const respond: RawAnswer = typeof answer === "function" ? answer : (socket) => socket.write(answer);
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("close", () => server.emit("disconnected"));
    onConnection(socket);
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      while (messageSize(received) <= received.length) {
        const request = received.slice(0, messageSize(received));
        received = received.slice(request.length);
        requests.push(request);
        respond(socket, request);
      }
    });
  });
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  return {
    url: await listening(server),
    requests,
    get connections() {
      return sockets.length;
    },
    disconnected: once(server, "disconnected"),
  };
}

/** Where the first message of a connection ends. */
export function messageSize(received: string): number {
  const end = received.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(received.slice(0, end + 2))?.[1] ?? "0";
  return end === -1 ? Number.POSITIVE_INFINITY : end + 4 + Number(length);
}

export function rawAnswer(
  statusLine: string,
  fields: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): Uint8Array {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...fields, "content-length": bytes.byteLength }).map((field) => field.join(": "));
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${statusLine}\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}
