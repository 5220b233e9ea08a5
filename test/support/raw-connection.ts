import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The next complete response, or what arrived before the connection ended. */
  response(): Promise<string>;
  readonly ended: Promise<string>;
}

export async function openRawConnection(url: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
  onTestFinished(() => void socket.destroy());
  socket.setEncoding("latin1");
  await once(socket, "connect");
  let received = "";
  let isOver = false;
  let notice = () => {};
  const changed = () => new Promise<void>((resolve) => (notice = resolve));
  socket.on("data", (text: string) => {
    received += text;
    notice();
  });
  socket.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    socket.on("close", () => {
      isOver = true;
      notice();
      resolve(received);
    });
  });
  return {
    socket,
    ended,
    send: (bytes) => void socket.write(bytes),
    async response() {
      for (let size = messageSize(received); ; size = messageSize(received)) {
        if (size <= received.length || isOver) {
          const response = received.slice(0, size);
          received = received.slice(size);
          return response;
        }
        await changed();
      }
    },
  };
}

function messageSize(received: string): number {
  const end = received.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(received.slice(0, end + 2))?.[1] ?? "0";
  return end === -1 ? Number.POSITIVE_INFINITY : end + 4 + Number(length);
}

export function rawPost(
  body: string,
  { target = "/plants", fields = [] as readonly string[], method = "POST" } = {},
): string {
  const replaced = new Set(fields.map((field) => field.split(":")[0]?.toLowerCase()));
  const usual = [
    "Host: 127.0.0.1",
    "Authorization: Bearer test-token",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ].filter((field) => !replaced.has(field.split(":")[0]?.toLowerCase()));
  return `${[`${method} ${target} HTTP/1.1`, ...usual, ...fields].join("\r\n")}\r\n\r\n${body}`;
}

export const withoutUsual = (response: string): string =>
  response.replace(/^(?:Date|Connection: keep-alive|Keep-Alive)\b.*\r\n/gim, "");
