import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A client on a bare socket: it sends the bytes that it is told to, and gives those that it is sent. */
export interface RawConnection {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** The next whole answer; whatever came where the connection ends first. One character for each byte. */
  answer(): Promise<string>;
  /** All that came and was not taken by `answer`, when the connection is over. */
  readonly ended: Promise<string>;
}

/** Opens a connection for one test. */
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
  // A server that cuts the connection is often what is tested.
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
    async answer() {
      for (let size = sizeOf(received); ; size = sizeOf(received)) {
        if (size <= received.length || isOver) {
          const answer = received.slice(0, size);
          received = received.slice(size);
          return answer;
        }
        await changed();
      }
    },
  };
}

/** How many bytes the first answer has; infinitely many where that is not known yet. */
function sizeOf(received: string): number {
  const end = received.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(received.slice(0, end + 2))?.[1] ?? "0";
  return end === -1 ? Number.POSITIVE_INFINITY : end + 4 + Number(length);
}

/** The bytes of a request to create a plant, with a token, unless told otherwise. */
export function rawPost(
  body: string,
  { target = "/plants", fields = [] as readonly string[], method = "POST" } = {},
): string {
  const given = new Set(fields.map((field) => field.split(":")[0]?.toLowerCase()));
  const usual = [
    "Host: 127.0.0.1",
    "Authorization: Bearer test-token",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ].filter((field) => !given.has(field.split(":")[0]?.toLowerCase()));
  return `${[`${method} ${target} HTTP/1.1`, ...usual, ...fields].join("\r\n")}\r\n\r\n${body}`;
}

/** An answer without the fields that each has. */
export const withoutUsual = (answer: string): string =>
  answer.replace(/^(?:Date|Connection: keep-alive|Keep-Alive)\b.*\r\n/gim, "");
