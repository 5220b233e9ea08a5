import { isLoopback } from "../../src/shared/loopback.ts";
import { errorResponse } from "../responses.ts";

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
  readonly headers: Headers;
  /** Whether it is for a file of the page or the contract, which a link from elsewhere may open. */
  readonly isPageFile: boolean;
}

export interface AccessRules {
  /** Host names under which any machine may send requests, in lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly token: string | undefined;
}

/** Checks host and origin, since any web page can send requests here, even under its own host name (DNS rebinding). */
export function refuseControl(request: ControlRequest, { hosts, token }: AccessRules): Response | undefined {
  const host = request.host.toLowerCase();
  const hostName = host.replace(/:\d+$/, "");
  if (token !== undefined && !hasPassword(request.headers, token)) {
    return errorResponse(401, "The control API requires the controlToken as the password of Basic authentication.", {
      "www-authenticate": 'Basic realm="Plant Store mock", charset="UTF-8"',
    });
  }
  // With a token, and under a listed host name, any machine may send requests, also through a proxy with TLS.
  const isOpenToAll = token !== undefined || hosts.has(hostName);
  const problem = isOpenToAll ? undefined : senderProblem(request, hostName);
  if (problem !== undefined) {
    return errorResponse(403, problem);
  }
  const schemes = isOpenToAll ? ["http", "https"] : [request.scheme];
  const origins = schemes.map((scheme) => `${scheme}://${host}`);
  return isFromOwnPage(request, origins)
    ? undefined
    : errorResponse(403, "The control API refuses requests from pages of other origins.");
}

/** The headers that proxies add. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|cf-connecting-ip|(?:x|x-cluster|true|fastly)-client-ip)$/;

/** Returns why a request isn't from this machine, as far as the mock can tell. */
function senderProblem({ address, headers }: ControlRequest, hostName: string): string | undefined {
  if (address === undefined) {
    return "The control API can't tell which machine sent the request. Set controlHosts to the host names that may use it, or set controlToken.";
  }
  if (!isLoopback(address)) {
    return "The control API accepts requests only from this machine. Others need a host name that is listed in controlHosts (--control-host).";
  }
  if (!isLoopback(hostName)) {
    return "The control API accepts requests only for localhost, 127.0.0.1 or [::1]: check the Host header, or list the host name in controlHosts (--control-host).";
  }
  // A reverse proxy on this machine would open the control API to everybody it serves.
  if ([...headers].some(([header]) => FORWARDED.test(header))) {
    return "The control API refuses forwarded requests, unless the host name is listed in controlHosts (--control-host).";
  }
  return undefined;
}

function isFromOwnPage(
  { method, headers, isPageFile, destination }: ControlRequest,
  origins: readonly string[],
): boolean {
  const origin = headers.get("origin")?.toLowerCase();
  const site = headers.get("sec-fetch-site");
  const isOwnSite = site === null || site === "same-origin" || site === "none";
  if (origin !== undefined) {
    return origins.includes(origin) && isOwnSite;
  }
  const isLink =
    isPageFile &&
    method === "GET" &&
    headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document";
  if (site !== null) {
    return isOwnSite || isLink;
  }
  return isPageFile || !(isNavigation(headers, destination) || hasForeignReferrer(headers, origins));
}

/** Navigations and embedded resources, as far as browsers tell in service workers and over plain HTTP. */
const isNavigation = (headers: Headers, destination = ""): boolean =>
  destination !== "" || headers.has("upgrade-insecure-requests");

function hasForeignReferrer(headers: Headers, origins: readonly string[]): boolean {
  const referrer = headers.get("referer")?.toLowerCase();
  return referrer !== undefined && !origins.some((origin) => referrer === origin || referrer.startsWith(`${origin}/`));
}

function hasPassword(headers: Headers, token: string): boolean {
  const [, credentials = ""] = /^basic +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  try {
    const [, password = ""] = /^[^:]*:(.*)$/s.exec(atob(credentials)) ?? [];
    return isEqual(password, token);
  } catch {
    return false;
  }
}

/** Compares texts in the same time wherever they differ, so that a token can't be guessed character by character. */
function isEqual(text: string, secret: string): boolean {
  let difference = text.length ^ secret.length;
  for (let index = 0; index < text.length; index++) {
    difference |= text.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  }
  return difference === 0;
}
