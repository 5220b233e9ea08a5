import type { IncomingMessage } from "node:http";
import type { Answer } from "../answer.ts";

/** Header fields that let a page of another origin read the answer. */
export function corsFields({ headers }: IncomingMessage): string[] {
  return headers.origin === undefined ? [] : ["access-control-allow-origin", "*", "access-control-expose-headers", "*"];
}

/** Whether a browser asks what a page of another origin may send. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** It may send whatever it wants to. A star for the header fields would leave out Authorization. */
export function preflightAnswer({ headers }: IncomingMessage): Answer {
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
