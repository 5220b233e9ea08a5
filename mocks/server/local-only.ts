import type { IncomingMessage } from "node:http";

/**
 * Why a request may not control the mock, if it may not: it must come from this machine, under a name of this machine
 * (or a page could rebind its own name to it), and from no page but the mock's own.
 */
export function refuseControl({ socket, headers }: IncomingMessage): string | undefined {
  if (!isLoopbackAddress(socket.remoteAddress ?? "")) {
    return "The mock is controlled from its own machine alone.";
  }
  const { host = "", origin } = headers;
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)) {
    return "The mock is controlled under localhost, 127.0.0.1 or [::1] alone: see the Host header.";
  }
  const site = headers["sec-fetch-site"] ?? "same-origin";
  const isNavigation = headers["sec-fetch-mode"] === "navigate" && origin === undefined;
  const isOwnPage = origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`;
  if (!isOwnPage || !(site === "same-origin" || site === "none" || isNavigation)) {
    return "Pages of other origins do not control the mock.";
  }
  return undefined;
}

function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}
