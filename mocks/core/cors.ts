import { isLoopback } from "../../shared/loopback.ts";
import { FAULT_HEADER } from "../faults/read-faults.ts";
import { createReply, type Reply, type ReplyHeaders, type SentReply } from "../wire/reply.ts";
import type { RequestHead } from "../wire/request.ts";

/** Whether a page of this machine or of one of the hosts, in lower case, has sent a request, under any scheme and port. */
export function isFromTrustedPage({ headers: { origin = "" } }: RequestHead, hosts: ReadonlySet<string>): boolean {
  const host = origin.toLowerCase().replace(/^https?:\/\/|:\d+$/g, "");
  return isLoopback(host) || hosts.has(host);
}

/** Headers that let the page which sent a request read the response. With "*", the browser allows no credentials. */
export const corsHeaders = (
  { headers: { origin } }: RequestHead,
  { headers }: Reply,
  isTrusted: boolean,
): ReplyHeaders =>
  origin === undefined
    ? {}
    : {
        "access-control-allow-origin": isTrusted ? origin : "*",
        ...(isTrusted && { "access-control-allow-credentials": "true" }),
        "access-control-expose-headers": Object.keys(headers).join(", "),
        vary: "Origin",
      };

/** Recognizes the request by which a browser asks whether a page of another origin may send a request. */
export const isPreflight = ({ method, headers }: RequestHead): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;

/** Allows what a preflight asks for. Only a trusted page may choose its response by a fault. */
export function replyToPreflight({ headers }: RequestHead, isTrusted: boolean): SentReply {
  const { "access-control-request-headers": requested = "authorization, content-type" } = headers;
  const isAllowed = (name: string) => isTrusted || name.trim().toLowerCase() !== FAULT_HEADER.toLowerCase();
  return createReply(204, null, {
    "access-control-allow-methods": String(headers["access-control-request-method"]),
    "access-control-allow-headers": requested.split(",").filter(isAllowed).join(),
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
  });
}
