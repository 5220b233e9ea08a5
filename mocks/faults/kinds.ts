import type { ErrorRecord } from "../../src/schemas.ts";
import { refuseConnection, textResponse } from "../responses.ts";

interface FaultKind {
  /** What it does, in words. */
  readonly description: string;
  /** Infinity when there is never a response. */
  readonly delayMs: number;
  /** Absent when the response is the usual one. */
  readonly respond: (() => Response) | undefined;
}

/** The named faults. Types, messages and the page use this table. */
export const FAULT_KINDS = {
  connection: {
    description: "drops the connection without a response",
    delayMs: 0,
    respond: () => Response.error(),
  },
  unreachable: {
    description: "drops the connection (only mock.fetch can refuse it)",
    delayMs: 0,
    respond: refuseConnection,
  },
  timeout: {
    description: "never responds",
    delayMs: Number.POSITIVE_INFINITY,
    respond: undefined,
  },
  malformed: {
    description: "responds with 200 and malformed JSON",
    delayMs: 0,
    respond: () => textResponse(200, '{"name":"Monstera', { "content-type": "application/json" }),
  },
  html: {
    description: "responds with 502 and an HTML page, like a proxy",
    delayMs: 0,
    respond: () =>
      textResponse(502, "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>", {
        "content-type": "text/html; charset=utf-8",
      }),
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

/** A fault with a name. */
export type NamedFault = keyof typeof FAULT_KINDS;

/** The options of every fault object. */
interface FaultOptions {
  /** The delay of the response, in milliseconds. @default 0 */
  readonly delayMs?: number | undefined;
  /**
   * Whether the plant is created first, before the delay. If the mock rejects the request, for example because its id is in
   * use, the fault doesn't apply. @default false
   */
  readonly creates?: boolean | undefined;
}

/**
 * What goes wrong with a request:
 * - `{ error, message, status?, headers?, delayMs?, creates? }`: responds with this Error, with status 400 by default;
 * - `"connection"`: drops the connection without a response;
 * - `"unreachable"`: refuses the connection, or drops it where the transport can't refuse: only `mock.fetch` refuses, with a
 *   cause whose code is `ECONNREFUSED`. Can't be combined with `creates`;
 * - `"timeout"`: never responds;
 * - `"malformed"`: responds with 200 and malformed JSON;
 * - `"html"`: responds with 502 and an HTML page, like a proxy;
 * - `{ fault, delayMs?, creates? }`: one of these named faults, late or after the plant was created;
 * - `{ delayMs, creates? }`: responds as usual, but late;
 * - a function: responds with the `Response` that it returns for the `Request`.
 */
export type Fault =
  | NamedFault
  | (ErrorRecord &
      FaultOptions & {
        /** The status of the response: one from 200 to 599 that allows a body. @default 400 */
        readonly status?: number | undefined;
        /** More headers of the response. */
        readonly headers?: Readonly<Record<string, string>> | undefined;
      })
  | (FaultOptions & {
      /** The named fault. */
      readonly fault: NamedFault;
    })
  | (FaultOptions & {
      /** The delay of the usual response, in milliseconds. */
      readonly delayMs: number;
    })
  | ((request: Request) => Response | Promise<Response>);

export type FaultFunction = Extract<Fault, (request: Request) => unknown>;

/** The options of `mock.failWhen`. */
export interface FailWhenOptions {
  /** How many matching requests fail. @default Infinity */
  times?: number | undefined;
}
