import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(?:::1$|(?:::ffff:)?127\.)/;
const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;
const HOST_NAME = /^(?:[a-z\d_](?:[\w.-]*[a-z\d_])?|\[[\da-f:.]+\])$/i;

export const isHostName = (name: unknown): name is string => typeof name === "string" && HOST_NAME.test(name);

export function readControlHosts(names: readonly string[]): ReadonlySet<string> {
  if (!Array.isArray(names) || !names.every(isHostName)) {
    throw new TypeError(
      'Invalid options: controlHosts must be an array of host names without scheme and port, such as ["mock"]',
    );
  }
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Any web page can send requests to this machine, even under its own host name (DNS rebinding), so host and origin count. */
export function controlProblem(
  { method, socket, headers }: IncomingMessage,
  controlHosts: ReadonlySet<string>,
): string | undefined {
  const host = (headers.host ?? "").toLowerCase();
  const name = host.replace(/:\d+$/, "");
  const isListed = controlHosts.has(name);
  if (!isListed && !LOOPBACK.test(socket.remoteAddress ?? "")) {
    return "The control API accepts requests only from this machine. Others need a host name that is listed in controlHosts (--control-host).";
  }
  if (!isListed && !OWN_NAME.test(name)) {
    return "The control API accepts requests only for localhost, 127.0.0.1 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
  }
  // A reverse proxy on this machine would open the control API to everybody it serves.
  if (!isListed && Object.keys(headers).some((name) => FORWARDED.test(name))) {
    return "The control API refuses forwarded requests, unless the host name is listed in controlHosts (--control-host).";
  }
  const { origin, "sec-fetch-site": site = "same-origin", "sec-fetch-mode": mode } = headers;
  const origins = [undefined, `http://${host}`, ...(isListed ? [`https://${host}`] : [])];
  const isLink = mode === "navigate" && origin === undefined && (method === "GET" || method === "HEAD");
  return origins.includes(origin?.toLowerCase()) && (site === "same-origin" || site === "none" || isLink)
    ? undefined
    : "The control API refuses requests from pages of other origins.";
}
