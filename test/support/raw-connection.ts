import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { messageSize } from "./raw-server.ts";

export async function openRawConnection(url: string) {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, "")).setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  let received = "";
  socket.on("error", () => {});
  socket.on("data", (text: string) => {
    received += text;
  });
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  return {
    socket,
    ended,
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** The next complete response, or what arrived before the connection ended. */
    async response(): Promise<string> {
      while (messageSize(received) > received.length && !socket.closed) {
        await Promise.race([new Promise((resolve) => socket.once("data", resolve)), ended]);
      }
      const response = received.slice(0, messageSize(received));
      received = received.slice(response.length);
      return response;
    },
  };
}

export function rawPost(
  body: string,
  { target = "/plants", fields = [] as readonly string[], method = "POST" } = {},
): string {
  const toName = (field: string) => field.split(":")[0]?.toLowerCase();
  const usual = [
    "Host: 127.0.0.1",
    "Authorization: Bearer test-token",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ].filter((field) => !fields.map(toName).includes(toName(field)));
  return `${[`${method} ${target} HTTP/1.1`, ...usual, ...fields].join("\r\n")}\r\n\r\n${body}`;
}

export const withoutUsual = (response: string): string =>
  response.replace(/^(?:Date|Connection: keep-alive|Keep-Alive)\b.*\r\n/gim, "");
