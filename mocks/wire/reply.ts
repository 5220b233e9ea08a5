import { toJson } from "../../shared/json.ts";
import type { ErrorRecord } from "../../shared/records.ts";

/** What the mock does with a request: sends a response, or sends none. Each transport turns it into its own form. */
export type Reply = SentReply | LostReply;

interface ReplyContent {
  readonly headers: ReplyHeaders;
  /** A stream if a fault function returned it. */
  readonly body: string | ReadableStream<Uint8Array> | null;
}

export interface SentReply extends ReplyContent {
  readonly status: number;
  readonly statusText: string;
  /** The message of the Error in the body, for the log and the page. */
  readonly message?: string;
}

/** Its content is empty, so whoever adds headers needn't ask what becomes of them. */
export interface LostReply extends ReplyContent {
  /** Why there is no response: a lost connection, one that was never made, or a caller who has left. */
  readonly lost: "dropped" | "refused" | "left";
}

/** Headers with lower-case names. Only `set-cookie` has several values. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** The statuses whose responses have no body. */
export const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304];

/** Why a caller gets no response. */
export const CONNECTION_CLOSED = "the mock closed the connection: a fault or a reset";

const lose = (lost: LostReply["lost"]): LostReply => ({ lost, headers: {}, body: null });
export const DROPPED = lose("dropped");
export const REFUSED = lose("refused");
export const LEFT = lose("left");

export const isLost = (reply: Reply): reply is LostReply => "lost" in reply;

/** Cancels a body that isn't sent. Otherwise, the connection from which it comes stays open. */
export function cancelBody(body: unknown): void {
  if (body instanceof ReadableStream) {
    // It rejects if the body has failed or is being read.
    body.cancel().catch(() => {});
  }
}

export const createReply = (status: number, body: SentReply["body"], headers: ReplyHeaders = {}): SentReply => ({
  status,
  statusText: reasonPhrase(status),
  headers,
  body,
});

export const jsonReply = (status: number, value: unknown, headers?: ReplyHeaders): SentReply =>
  createReply(status, toJson(value), { "content-type": "application/json", ...headers });

/** A reply with an Error. The interface doesn't define the number in `error`: the mock uses the status. */
export const errorReply = (status: number, message: string, headers?: ReplyHeaders, error = status): SentReply => ({
  ...jsonReply(status, { error, message } satisfies ErrorRecord, headers),
  message,
});

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
export const reasonPhrase = (status: number, fallback = "unknown"): string => REASONS.get(status) ?? fallback;
