import { createReply, errorReply, type ReplyHeaders, type SentReply } from "../wire/reply.ts";
import type { RequestHead } from "../wire/request.ts";
import type { AppRequest } from "./app-request.ts";

/** Lets pages of other origins read a response. */
export const CORS_HEADERS: ReplyHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

export function replyToPreflight({ method, headers }: RequestHead): SentReply | undefined {
  const requestedMethod = headers["access-control-request-method"];
  if (method !== "OPTIONS" || requestedMethod === undefined || headers.origin === undefined) {
    return undefined;
  }
  return createReply(204, null, {
    "access-control-allow-methods": requestedMethod,
    // "*" doesn't include Authorization.
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
  });
}

/** Refuses pages of other origins. Only the hosts are compared, since a proxy may have removed TLS. */
export function refuseOrigin(request: AppRequest): SentReply | undefined {
  const { origin } = request.headers;
  return origin === undefined ||
    request.allowedOrigin === "*" ||
    request.allowedOrigin === origin ||
    origin.replace(/^https?:\/\//i, "").toLowerCase() === request.getConnection().host.toLowerCase()
    ? undefined
    : errorReply(403, "This mock refuses requests from pages of other origins: cors is false (--no-cors).");
}
