import { createReply, type ReplyHeaders, type SentReply } from "../wire/reply.ts";
import type { RequestHead } from "../wire/request.ts";

/** Headers that let the page which sent a request read the response. With "*", the browser allows no credentials. */
export const corsHeaders = (
  { headers: { origin } }: RequestHead,
  { headers }: SentReply,
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

/** Allows what a preflight asks for. */
export const replyToPreflight = ({ headers }: RequestHead): SentReply =>
  createReply(204, null, {
    "access-control-allow-methods": String(headers["access-control-request-method"]),
    // "*" includes neither Authorization nor, with credentials, anything else.
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
  });
