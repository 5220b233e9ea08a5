import type { ReplyHeaders } from "../core/reply.ts";
import type { RequestHead } from "../core/request.ts";

/** Returns whether a host name or an address is this machine's own: localhost and its subdomains, 127.0.0.0/8 and ::1. */
export const isLoopback = (host: string): boolean => NAME.test(host);

/** How a request reached the mock: as which host, and from where. */
export interface Connection {
  readonly scheme: "http" | "https";
  /** The host name and the port, as the client named them. */
  readonly host: string;
  /** If the runtime provides it. */
  readonly clientAddress: string | undefined;
}

/** What decides whether a request may use the page or the control API. */
export interface ControlRequest extends Connection {
  readonly headers: RequestHead["headers"];
  /** Whether it gets a file of the page or the contract, which a link from elsewhere may open. */
  readonly isLinkable: boolean;
}

export interface AccessRules {
  /** Host names under which any machine may send requests, in lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly token: string | undefined;
}

/** Why a request is refused, and what to do. It quotes nothing of the request. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: ReplyHeaders;
}

const NO_PASSWORD: Refusal = {
  status: 401,
  message: "The page and the control API require the controlToken as the password of Basic authentication.",
  headers: { "www-authenticate": 'Basic realm="Plant Store mock", charset="UTF-8"' },
};

const forbid = (message: string): Refusal => ({ status: 403, message });

const UNKNOWN_MACHINE = forbid(
  "The mock can't tell which machine sent the request, and the host name isn't listed in controlHosts. List it there, or set a controlToken.",
);
const OTHER_MACHINE = forbid(
  "The page and the control API accept requests only from this machine. Others need a host name that is listed in controlHosts (--control-host), or the controlToken (--control-token).",
);
const OTHER_HOST = forbid(
  "The page and the control API accept requests only for localhost and its subdomains, 127.0.0.0/8 or [::1]: check the Host header, list the host name in controlHosts (--control-host), or set a controlToken (--control-token).",
);
// A reverse proxy on this machine would open the control API to everybody it serves.
const FORWARDED = forbid(
  "The page and the control API refuse forwarded requests, unless the host name is listed in controlHosts (--control-host) or a controlToken is set (--control-token).",
);
const OTHER_ORIGIN = forbid(
  "The page and the control API refuse requests from pages of other origins. Open the page in a tab of its own.",
);

/** Checks host and origin, since any web page can send requests here, even under its own host name (DNS rebinding). */
export function refuseControl(request: ControlRequest, { hosts, token }: AccessRules): Refusal | undefined {
  const { clientAddress, headers, isLinkable } = request;
  const host = request.host.toLowerCase();
  const hostName = host.replace(/:\d+$/, "");
  // With a token or under a listed host name, any machine may send requests, also through a TLS proxy.
  const isOpenToAll = token !== undefined || hosts.has(hostName);
  if (token !== undefined && !hasPassword(headers, token)) {
    return NO_PASSWORD;
  }
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
  const schemes = isOpenToAll ? ["http", "https"] : [request.scheme];
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

function hasPassword({ authorization = "" }: RequestHead["headers"], token: string): boolean {
  const [, credentials = ""] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  try {
    const [, password = ""] = /^[^:]*:(.*)$/s.exec(atob(credentials)) ?? [];
    return password === token;
  } catch {
    return false;
  }
}

const NAME = /^(?:(?:[\w-]+\.)*localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;
