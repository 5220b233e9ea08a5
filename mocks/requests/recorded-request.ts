import type { NewPlant } from "../../src/schemas.ts";

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
  /** The headers, by name in lower case. Values are cut after 16,384 characters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, cut after 16,384 characters. Absent when a fault function returned the response. */
  readonly body?: string;
}

/** A request to the operation that has arrived whole, and its response. */
export interface RecordedRequest {
  /** The number of the request, counted from 1, by which the control API finds it. */
  readonly number: number;
  /** The method, "POST". */
  readonly method: string;
  /** The URL, with its query. Cut after 16,384 characters. */
  readonly url: string;
  /** The headers, by name in lower case. Values are cut after 16,384 characters. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the request had arrived, in ISO 8601. */
  readonly receivedAt: string;
  /** The body as text, cut after 16,384 characters, or "[larger than 1 MiB]". */
  readonly body: string;
  /** The plant to create, with texts cut after 16,384 characters. Absent when the body isn't a NewPlant. */
  readonly newPlant?: Readonly<NewPlant>;
  /** The status of the response. Absent while there is none, and when the connection was lost. */
  readonly status?: number;
  /** The response. Absent while there is none, and when the connection was lost. */
  readonly response?: RecordedResponse;
  /** How long the request took, in milliseconds. Absent while it is pending. */
  readonly durationMs?: number;
  /** How the request ended. */
  readonly outcome: RequestOutcome;
  /** The fault that applied, in words: "connection", "error 503", "delay 2000 ms" or "function". Absent without one. */
  readonly fault?: string;
  /** Whether the request created a plant. */
  readonly created: boolean;
}
