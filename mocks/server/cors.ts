import type { IncomingMessage } from "node:http";
import type { ResponseParts } from "../messages.ts";

/** Lets a page of any origin read the response. */
export const CORS_HEADERS = ["access-control-allow-origin", "*", "access-control-expose-headers", "*"];

/** Whether a browser asks what a page of another origin may send. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Allows whatever the browser asks for. `*` for the headers wouldn't include `Authorization`. */
export function preflightResponse({ headers }: IncomingMessage): ResponseParts {
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": String(headers["access-control-request-method"]),
      "access-control-allow-headers": String(headers["access-control-request-headers"] ?? "*"),
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    },
    body: "",
  };
}
