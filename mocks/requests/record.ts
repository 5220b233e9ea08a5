import { MAX_BODY_TEXT } from "../../shared/limits.ts";
import type { NewPlant } from "../../shared/records.ts";
import { decodeUtf8 } from "../../shared/utf8.ts";
import type { Reply, SentReply } from "../wire/reply.ts";
import type { MockRequest } from "../wire/request.ts";
import type { ParsedBody } from "./parse-body.ts";

export const OUTCOMES = ["pending", "created", "refused", "fault", "aborted"] as const;

/**
 * How a request ended:
 * - `pending`: there is no response yet;
 * - `created`: with a Plant;
 * - `refused`: with an Error;
 * - `fault`: a fault decided the response, or a function of yours failed;
 * - `aborted`: no response could be sent. The caller left, or a reset or the end of the server closed the connection.
 */
export type RequestOutcome = (typeof OUTCOMES)[number];

/** A response as the mock recorded it. */
export interface RecordedResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. Absent when a fault function returned the response. */
  readonly body?: string;
}

/** A request to an operation that has arrived whole, and its response. */
export interface RecordedRequest {
  /** The number of the request, counted from 1, by which the control API finds it. */
  readonly number: number;
  /** The HTTP method. */
  readonly method: string;
  /** The URL, with its query. */
  readonly url: string;
  /** The headers, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the request had arrived, in ISO 8601. */
  readonly receivedAt: string;
  /** The body as text, or "[larger than 1 MiB]". */
  readonly body: string;
  /** The plant to create. Absent when the body isn't a NewPlant. */
  readonly newPlant?: Readonly<NewPlant>;
  /** The status of the response. Absent while there is none, and when the connection was lost. */
  readonly status?: number;
  /** The response. Absent while there is none, and when the connection was lost. */
  readonly response?: RecordedResponse;
  /** How long the request took, in milliseconds. Absent while it is pending. */
  readonly durationMs?: number;
  /** How the request ended. */
  readonly outcome: RequestOutcome;
  /**
   * The fault of the request, in words: "connection", "error 503", "delay 2000 ms" or "function". "connection, not applied" is a
   * fault that should have followed the creation of a plant, which was refused. Absent without a fault.
   */
  readonly fault?: string;
  /** Whether the request created a plant. */
  readonly created: boolean;
}

/** A reply, and the record of its request if that has arrived whole. */
export type RecordedReply = Reply & { readonly record?: RecordedRequest };

const TOO_LARGE_MARK = `[larger than ${MAX_BODY_TEXT}]`;

/** The part of a record that is known when its request has arrived. */
export const recordRequest = (
  number: number,
  { method, url, headers, body }: MockRequest,
  { text, plant }: ParsedBody,
): RecordedRequest => ({
  number,
  method,
  url,
  headers,
  receivedAt: new Date().toISOString(),
  body: body === "too large" ? TOO_LARGE_MARK : (text ?? decodeUtf8(body).text),
  ...(plant && { newPlant: plant }),
  outcome: "pending",
  created: false,
});

export const recordResponse = ({ status, headers, body }: SentReply): RecordedResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [values].flat().join(", ")])),
  ...(typeof body === "string" && { body }),
});

/** Counts the characters of the texts in a record whose length the caller or a fault decides. */
export const countCharacters = ({ url, headers, body, newPlant, response }: RecordedRequest): number =>
  url.length +
  body.length +
  countInHeaders(headers) +
  (newPlant ? newPlant.name.length + (newPlant.tag?.length ?? 0) : 0) +
  (response ? (response.body?.length ?? 0) + countInHeaders(response.headers) : 0);

function countInHeaders(headers: RecordedRequest["headers"]): number {
  let characters = 0;
  // `Object.entries` takes several times as long.
  for (const name in headers) {
    characters += name.length + String(headers[name]).length;
  }
  return characters;
}
