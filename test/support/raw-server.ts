import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly disconnected: Promise<void>;
  readonly close: () => Promise<void>;
}

export type RawAnswer = (socket: Socket, request: string) => void;

/** Bytes are sent, and the connection stays open. */
export async function startRawServer(
  answer: string | Uint8Array | RawAnswer,
  onConnection: (socket: Socket) => void = () => {},
): Promise<RawServer> {
  const respond: RawAnswer = typeof answer === "function" ? answer : (socket) => socket.write(answer);
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let disconnect = () => {};
  const disconnected = new Promise<void>((resolve) => {
    disconnect = resolve;
  });
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      disconnect();
    });
    socket.on("error", () => {});
    onConnection(socket);
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      received += text;
      for (let size = messageSize(received); size <= received.length; size = messageSize(received)) {
        const request = received.slice(0, size);
        received = received.slice(size);
        requests.push(request);
        respond(socket, request);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) {
        socket.destroy();
      }
    });
    return closing;
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    disconnected,
    close,
  };
}

function messageSize(received: string): number {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) {
    return Number.POSITIVE_INFINITY;
  }
  const [, length = "0"] = /\r\ncontent-length: *(\d+)\r\n/i.exec(received.slice(0, end + 2)) ?? [];
  return end + 4 + Number(length);
}

export function rawAnswer(
  statusLine: string,
  fields: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): Uint8Array {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...fields, "content-length": bytes.byteLength }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${statusLine}\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}
