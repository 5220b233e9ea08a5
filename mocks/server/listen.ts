import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

// Node's own is 511. Of a thousand clients that come at once, some then wait for seconds, and may lose their connection.
const BACKLOG = 4_096;

/**
 * Starts to listen.
 *
 * @returns the URL of the server, without a trailing slash.
 * @throws {TypeError} when the port or the host is none.
 * @throws {Error} when it can't listen there: the message says what to do, the cause has node's code.
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError("port must be an integer from 0, which is any free one, to 65535.");
  }
  // Node takes an empty host for every address there is.
  if (typeof host !== "string" || !/^[^\s/]+$/.test(host)) {
    throw new TypeError('host must be an address or a name, such as "127.0.0.1".');
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(new Error(describe(cause, port, host), { cause })));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  server.removeAllListeners("error");
  const address = server.address() as AddressInfo;
  return `http://${reachable(host)}:${address.port}`;
}

function describe({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is in use: choose another one, or 0 for any that is free.`;
    case "EACCES":
      return `Port ${port} of ${host} is not open to this user: choose one above 1023, or 0 for any that is free.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine: choose 127.0.0.1, or 0.0.0.0 for all that it has.`;
    default:
      return `Can't listen on port ${port} of ${host}: ${message}.`;
  }
}

/** "All addresses" is none that a client can ask. */
function reachable(host: string): string {
  if (host === "0.0.0.0") {
    return "127.0.0.1";
  }
  if (host === "::") {
    return "[::1]";
  }
  return host.includes(":") ? `[${host}]` : host;
}
