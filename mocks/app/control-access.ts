import { isLoopback } from "../../shared/loopback.ts";
import type { RequestHead } from "../wire/request.ts";
import type { AppRequest } from "./app-request.ts";

const UNKNOWN_MACHINE =
  "The mock can't tell which machine sent the request, and the host name isn't listed in controlHosts. List it there.";
const OTHER_MACHINE =
  "The page and the control API accept requests only from this machine, at localhost or 127.0.0.1. For other machines and other addresses of this one, list the host name in controlHosts (--control-host).";
const OTHER_HOST =
  "The page and the control API accept requests only for localhost and its subdomains, 127.0.0.0/8 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
// A reverse proxy on this machine would open the control API to everybody it serves.
const FORWARDED =
  "The page and the control API refuse forwarded requests, unless the host name is listed in controlHosts (--control-host).";
const OTHER_ORIGIN =
  "The page and the control API refuse requests from pages of other origins. Open the page in a tab of its own.";

/**
 * Returns why a request may not use the page or the control API, and what to do. The text quotes nothing of the request.
 *
 * Checks host and origin, since any web page can send requests here, even under its own host name (DNS rebinding). Any machine
 * may send requests under the host names in `controlHosts`, which are in lower case. `isLinkable` is whether a link from elsewhere
 * may open what the request asks for.
 */
export function refuseControl(
  { connection, headers }: AppRequest,
  isLinkable: boolean,
  controlHosts: ReadonlySet<string>,
): string | undefined {
  const { scheme, clientAddress } = connection;
  const host = connection.host.toLowerCase();
  const hostName = host.replace(/:\d+$/, "");
  // Under a listed host name, any machine may send requests, also through a TLS proxy.
  const isOpenToAll = controlHosts.has(hostName);
  if (!isOpenToAll) {
    if (clientAddress === undefined) {
      return UNKNOWN_MACHINE;
    }
    if (!isLoopback(clientAddress)) {
      return OTHER_MACHINE;
    }
    if (!isLoopback(hostName)) {
      return OTHER_HOST;
    }
    if (Object.keys(headers).some((header) => FORWARDING_HEADER.test(header))) {
      return FORWARDED;
    }
  }
  const schemes = isOpenToAll ? ["http", "https"] : [scheme];
  const ownOrigins = schemes.map((scheme) => `${scheme}://${host}`);
  if (headers.origin !== undefined && !ownOrigins.includes(headers.origin.toLowerCase())) {
    return OTHER_ORIGIN;
  }
  return isFromOwnSite(headers) || (isLinkable && isLink(headers)) ? undefined : OTHER_ORIGIN;
}

/** The headers that proxies add. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|cf-connecting-ip|(?:x|x-cluster|true|fastly)-client-ip)$/;

/** Browsers omit the header over plain HTTP, except for this machine. They still send an `Origin` with what changes the mock. */
const isFromOwnSite = ({ "sec-fetch-site": site = "none" }: RequestHead["headers"]): boolean =>
  site === "same-origin" || site === "none";

const isLink = (headers: RequestHead["headers"]): boolean =>
  headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
