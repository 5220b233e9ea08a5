import type { ErrorRecord } from "../src/schemas.ts";
import { toJson } from "../src/shared/json.ts";

type ResponseHeaders = Readonly<Record<string, string>>;

/** The texts of the mock's own responses, so that records, the log and the server don't read a body back. */
const texts = new WeakMap<Response, string>();

/** Returns the text of a response that the mock made itself. */
export const getText = (response: Response): string | undefined => texts.get(response);

export function textResponse(status: number, text: string, headers: ResponseHeaders): Response {
  const response = new Response(text, { status, statusText: reasonPhrase(status), headers });
  texts.set(response, text);
  return response;
}

export function jsonResponse(status: number, value: unknown, headers?: ResponseHeaders): Response {
  return textResponse(status, toJson(value), { "content-type": "application/json", ...headers });
}

/** A response with an Error. The interface doesn't define the number in `error`: the mock uses the status. */
export function errorResponse(status: number, message: string, headers?: ResponseHeaders): Response {
  return jsonResponse(status, { error: status, message } satisfies ErrorRecord, headers);
}

/** Statuses whose responses have no body. */
export const NULL_BODY_STATUSES: readonly unknown[] = [204, 205, 304];

const refused = new WeakSet<Response>();

/** The response of a connection that was never made. Only `mock.fetch` distinguishes it from a lost one. */
export function refuseConnection(): Response {
  const response = Response.error();
  refused.add(response);
  return response;
}

export function connectionError(response: Response): TypeError {
  const cause = refused.has(response)
    ? Object.assign(new Error("connect ECONNREFUSED: a fault"), { code: "ECONNREFUSED", syscall: "connect" })
    : new Error("the mock closed the connection: a fault or a reset");
  return new TypeError("fetch failed", { cause });
}

const REASON_PHRASES = `
  200 OK, 201 Created, 202 Accepted, 203 Non-Authoritative Information, 204 No Content, 205 Reset Content,
  206 Partial Content, 207 Multi-Status, 208 Already Reported, 226 IM Used, 300 Multiple Choices,
  301 Moved Permanently, 302 Found, 303 See Other, 304 Not Modified, 305 Use Proxy, 307 Temporary Redirect,
  308 Permanent Redirect, 400 Bad Request, 401 Unauthorized, 402 Payment Required, 403 Forbidden, 404 Not Found,
  405 Method Not Allowed, 406 Not Acceptable, 407 Proxy Authentication Required, 408 Request Timeout, 409 Conflict,
  410 Gone, 411 Length Required, 412 Precondition Failed, 413 Payload Too Large, 414 URI Too Long,
  415 Unsupported Media Type, 416 Range Not Satisfiable, 417 Expectation Failed, 418 I'm a Teapot,
  421 Misdirected Request, 422 Unprocessable Entity, 423 Locked, 424 Failed Dependency, 425 Too Early,
  426 Upgrade Required, 428 Precondition Required, 429 Too Many Requests, 431 Request Header Fields Too Large,
  451 Unavailable For Legal Reasons, 500 Internal Server Error, 501 Not Implemented, 502 Bad Gateway,
  503 Service Unavailable, 504 Gateway Timeout, 505 HTTP Version Not Supported, 506 Variant Also Negotiates,
  507 Insufficient Storage, 508 Loop Detected, 509 Bandwidth Limit Exceeded, 510 Not Extended,
  511 Network Authentication Required`;
const REASONS = new Map(
  Array.from(REASON_PHRASES.matchAll(/(\d{3}) ([^,]+)/g), ([, status, phrase]) => [Number(status), phrase]),
);

/** The `statusText` that node:http sends with a status. */
export const reasonPhrase = (status: number): string => REASONS.get(status) ?? "unknown";
