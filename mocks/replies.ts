import type { ErrorRecord } from "../src/schemas.ts";
import { toJson } from "../src/shared/json.ts";
import { reasonPhrase } from "./reason-phrases.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** What the mock does with a request: sends a response, or sends none. Each transport turns it into its own form. */
export type Reply = SentReply | LostReply;

export interface SentReply {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReplyHeaders;
  /** A stream if a fault function returned it. */
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** Absent unless the request was for the operation. */
  readonly record?: RecordedRequest;
}

export interface LostReply {
  /** Why there is no response: a lost connection, one that was never made, or a caller who has left. */
  readonly lost: "dropped" | "refused" | "left";
  readonly record?: RecordedRequest;
}

/** Headers with lower-case names. Only `set-cookie` has several values. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** The statuses whose responses have no body. */
export const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304];

/** Why a caller gets no response. */
export const CONNECTION_CLOSED = "the mock closed the connection: a fault or a reset";

export const DROPPED: LostReply = Object.freeze({ lost: "dropped" });
export const REFUSED: LostReply = Object.freeze({ lost: "refused" });
export const LEFT: LostReply = Object.freeze({ lost: "left" });

export const isLost = (reply: Reply): reply is LostReply => "lost" in reply;

/** Cancels the body of a reply that isn't sent. Otherwise, the connection from which it comes stays open. */
export function cancelReply(reply: Reply): void {
  if (!isLost(reply) && reply.body instanceof ReadableStream) {
    void reply.body.cancel();
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
export const errorReply = (status: number, message: string, headers?: ReplyHeaders): SentReply =>
  jsonReply(status, { error: status, message } satisfies ErrorRecord, headers);
