import { createReply, DROPPED, REFUSED, type Reply } from "../wire/reply.ts";

export interface FaultKind {
  readonly reply?: Reply;
  /** Infinity when there is never a response. */
  readonly delayMs?: number;
}

/** The named faults. */
export const FAULT_KINDS = {
  connection: { reply: DROPPED },
  unreachable: { reply: REFUSED },
  timeout: { delayMs: Number.POSITIVE_INFINITY },
  malformed: { reply: createReply(200, '{"name":"Monstera', { "content-type": "application/json" }) },
  html: {
    reply: createReply(502, "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>", {
      "content-type": "text/html; charset=utf-8",
    }),
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

/** A fault with a name. */
export type NamedFault = keyof typeof FAULT_KINDS;

/** The options of a fault object. */
interface FaultOptions {
  /** The delay of the response, in milliseconds. @default 0 */
  readonly delayMs?: number | undefined;
  /**
   * Whether the plant is created first, before the delay. If the mock rejects the request, for example because its id is in
   * use, the fault doesn't apply. @default false
   */
  readonly creates?: boolean | undefined;
}

/** A response with an Error. */
export interface ErrorFault extends FaultOptions {
  /** The number in the Error, an int32. @default the status */
  readonly error?: number | undefined;
  /** The text of the Error. @default the status in words, such as "Service Unavailable" */
  readonly message?: string | undefined;
  /** The status of the response: one from 200 to 599 that allows a body. @default 400 */
  readonly status?: number | undefined;
  /** More headers of the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * What goes wrong with a request:
 * - a status from 400 to 599, such as `503`: responds with it and an Error;
 * - `{ error?, message?, status?, headers?, delayMs?, creates? }`: responds with this Error. `error` is required, unless
 *   `status` is from 400 to 599;
 * - `"connection"`: drops the connection without a response;
 * - `"unreachable"`: refuses the connection, or drops it where the transport can't refuse: only `mock.fetch` refuses, with a
 *   cause whose code is `ECONNREFUSED`. Can't be combined with `creates`;
 * - `"timeout"`: never responds;
 * - `"malformed"`: responds with 200 and malformed JSON;
 * - `"html"`: responds with 502 and an HTML page, like a proxy;
 * - `{ fault, delayMs?, creates? }`: a status or one of these named faults, late or after the plant was created;
 * - `{ delayMs, creates? }`: responds as usual, but late;
 * - a function: responds with the `Response` that it returns for the `Request`.
 */
export type Fault =
  | NamedFault
  | number
  | (ErrorFault & {
      /** The number in the Error, an int32. */
      readonly error: number;
    })
  | (ErrorFault & {
      /** The status of the response, from 400 to 599. */
      readonly status: number;
    })
  | (FaultOptions & {
      /** The named fault, or a status from 400 to 599. */
      readonly fault: NamedFault | number;
    })
  | (FaultOptions & {
      /** The delay of the usual response, in milliseconds. */
      readonly delayMs: number;
    })
  | FaultFunction;

/** Returns the response to a request. @inline */
export type FaultFunction = (request: Request) => Response | Promise<Response>;

/** A fault that was checked, with its defaults. */
export interface CheckedFault {
  /** The fault as it was given. */
  readonly original: Fault;
  /** Its name in the records: "connection", "error 503", "delay 2000 ms" or "function". */
  readonly name: string;
  /** What replaces the service's reply. Absent when that is only late. */
  readonly reply?: Reply | FaultFunction | undefined;
  readonly delayMs: number;
  readonly creates: boolean;
}

/** The options of `mock.failWhen`. */
export interface FailWhenOptions {
  /** How many matching requests fail. @default Infinity */
  times?: number | undefined;
}
