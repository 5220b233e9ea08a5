import { toJson } from "../../shared/json.ts";
import type { ErrorRecord } from "../../shared/records.ts";
import { reasonPhrase } from "./reason-phrase.ts";

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
