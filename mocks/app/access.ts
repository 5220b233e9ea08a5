import { isLoopback } from "../../src/shared/loopback.ts";
import type { ReplyHeaders } from "../replies.ts";
import type { MockRequest } from "../requests/mock-request.ts";

/** Who sent a request, and to which host. */
export interface Peer {
  readonly scheme: "http" | "https";
  /** The host name and the port, as the client named them. */
  readonly host: string;
  /** The address of the client, if the runtime provides it. */
  readonly address: string | undefined;
  /** In a service worker, what the page uses the response for: "" for `fetch`, or "document", "iframe" or "image". */
  readonly destination?: string | undefined;
}

/** What decides whether a request may use the page or the control API. */
export interface ControlRequest extends Peer {
  readonly method: string;
  readonly headers: MockRequest["headers"];
  /** Whether it is for a file of the page or the contract, which a link from elsewhere may open. */
  readonly isPageFile: boolean;
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

const OTHER_ORIGIN: Refusal = {
  status: 403,
  message:
    "The page and the control API refuse requests from pages of other origins. Open the page in a tab of its own.",
};

/** Checks host and origin, since any web page can send requests here, even under its own host name (DNS rebinding). */
export function refuseControl(request: ControlRequest, { hosts, token }: AccessRules): Refusal | undefined {
  const host = request.host.toLowerCase();
  const hostName = host.replace(/:\d+$/, "");
  if (token !== undefined && !hasPassword(request.headers, token)) {
    return NO_PASSWORD;
  }
  // With a token, and under a listed host name, any machine may send requests, also through a proxy with TLS.
  const isOpenToAll = token !== undefined || hosts.has(hostName);
  const problem = isOpenToAll ? undefined : senderProblem(request, hostName);
  if (problem !== undefined) {
    return { status: 403, message: problem };
  }
  const schemes = isOpenToAll ? ["http", "https"] : [request.scheme];
  const origins = schemes.map((scheme) => `${scheme}://${host}`);
  return isFromOwnPage(request, origins) ? undefined : OTHER_ORIGIN;
}

/** The headers that proxies add. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|cf-connecting-ip|(?:x|x-cluster|true|fastly)-client-ip)$/;

/** Returns why a request isn't from this machine, as far as the mock can tell. */
function senderProblem({ address, headers }: ControlRequest, hostName: string): string | undefined {
  if (address === undefined) {
    return "The mock can't tell which machine sent the request. Set controlHosts to the host names that may use the page and the control API, or set controlToken.";
  }
  if (!isLoopback(address)) {
    return "The page and the control API accept requests only from this machine. Others need a host name that is listed in controlHosts (--control-host).";
  }
  if (!isLoopback(hostName)) {
    return "The page and the control API accept requests only for localhost, 127.0.0.1 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
  }
  // A reverse proxy on this machine would open the control API to everybody it serves.
  if (Object.keys(headers).some((header) => FORWARDED.test(header))) {
    return "The page and the control API refuse forwarded requests, unless the host name is listed in controlHosts (--control-host).";
  }
  return undefined;
}

function isFromOwnPage(
  { method, headers, isPageFile, destination }: ControlRequest,
  origins: readonly string[],
): boolean {
  const origin = headers.origin?.toLowerCase();
  const site = headers["sec-fetch-site"];
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  if (origin !== undefined) {
    return origins.includes(origin) && isOwnSite;
  }
  const isLink =
    isPageFile &&
    method === "GET" &&
    headers["sec-fetch-mode"] === "navigate" &&
    headers["sec-fetch-dest"] === "document";
  if (site !== undefined) {
    return isOwnSite || isLink;
  }
  return isPageFile || !(isNavigation(headers, destination) || hasForeignReferrer(headers, origins));
}

/** Navigations and embedded resources, as far as browsers tell in service workers and over plain HTTP. */
const isNavigation = (headers: MockRequest["headers"], destination = ""): boolean =>
  destination !== "" || headers["upgrade-insecure-requests"] !== undefined;

function hasForeignReferrer({ referer }: MockRequest["headers"], origins: readonly string[]): boolean {
  const referrer = referer?.toLowerCase();
  return referrer !== undefined && !origins.some((origin) => referrer === origin || referrer.startsWith(`${origin}/`));
}

function hasPassword({ authorization = "" }: MockRequest["headers"], token: string): boolean {
  const [, credentials = ""] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  try {
    const [, password = ""] = /^[^:]*:(.*)$/s.exec(atob(credentials)) ?? [];
    return password === token;
  } catch {
    return false;
  }
}
