import type { Server } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { type Checks, optional } from "../../shared/option-checks.ts";

export interface ListenOptions {
  /**
   * The port, from 0 to 65535. 0 is any free port.
   *
   * @default 0
   */
  port?: number | undefined;
  /**
   * The address or host name to listen on.
   *
   * @default "127.0.0.1"
   */
  host?: string | undefined;
}

export const LISTEN_CHECKS: Checks<ListenOptions> = {
  port: optional(
    (port) => Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535,
    "must be an integer from 0 (any free port) to 65535",
  ),
  // Rejects an empty host, for which Node listens on every address.
  host: optional(
    (host) => typeof host === "string" && /^[^\s/]+$/.test(host),
    'must be an address or a host name, such as "127.0.0.1"',
  ),
};

// How many connections may wait to be accepted. With Node's default of 511, some of a thousand clients that connect at once
// wait for seconds or lose their connection.
const BACKLOG = 4_096;

export async function listen(server: Server, port: number, host: string): Promise<string> {
  // In URLs, an IPv6 address is in brackets.
  const address = host.replace(/^\[(.+)\]$/, "$1");
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(cause, port, host), { cause })),
    );
    // Workers of node:cluster would share a port, and each of them has a mock of its own.
    server.listen({ port, host: address, backlog: BACKLOG, exclusive: true }, resolve);
  });
  server.removeAllListeners("error");
  return toUrl(address, (server.address() as AddressInfo).port);
}

function describeListenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is already in use. Choose another port, or 0 for any free port.`;
    case "EACCES":
      return `Port ${port} on ${host} requires more privileges. Choose a port above 1023, or 0 for any free port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} isn't an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.`;
    default:
      return `Could not listen on port ${port} on ${host}: ${message}`;
  }
}

/** Clients can't connect to a wildcard address, so the URL has a loopback address instead. */
function toUrl(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
