import type { ErrorRecord } from "../src/schemas.ts";
import { jsonResponse, type MockResponse, refuseConnection } from "./messages.ts";

interface FaultKind {
  /** What it does, in words. */
  readonly label: string;
  /** Infinity when there is never a response. */
  readonly delayMs: number;
  /** Absent when the response is the usual one. */
  readonly response: (() => MockResponse) | undefined;
}

/** The named faults. Types, messages, the page and the documentation use this table. */
export const FAULT_KINDS = {
  connection: {
    label: "drops the connection without a response",
    delayMs: 0,
    response: () => Response.error(),
  },
  unreachable: {
    label: "refuses the connection",
    delayMs: 0,
    response: refuseConnection,
  },
  timeout: {
    label: "never responds",
    delayMs: Number.POSITIVE_INFINITY,
    response: undefined,
  },
  malformed: {
    label: "responds with 200 and malformed JSON",
    delayMs: 0,
    response: () => ({ ...jsonResponse(200, {}), body: '{"name":"Monstera' }),
  },
  html: {
    label: "responds with 502 and an HTML page, like a proxy",
    delayMs: 0,
    response: () => ({
      status: 502,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
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
 * - `"unreachable"`: refuses the connection. From `mock.fetch`, the error's cause has the code `ECONNREFUSED`. Handlers and
 *   the server drop the connection. Can't be combined with `creates`;
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

/** What a fault does with a request. */
export interface FaultEffect {
  /** Whether the plant is created before it. */
  readonly createsFirst: boolean;
  readonly delayMs: number;
  /** Absent when the response is the usual one. */
  readonly response: (() => MockResponse | Promise<Response>) | undefined;
}

export const NO_EFFECT: FaultEffect = { createsFirst: false, delayMs: 0, response: undefined };

export function toEffect(fault: Exclude<Fault, FaultFunction> | undefined): FaultEffect {
  if (fault === undefined) {
    return NO_EFFECT;
  }
  if (typeof fault === "string") {
    return { ...NO_EFFECT, ...FAULT_KINDS[fault] };
  }
  const { delayMs = 0, creates: createsFirst = false } = fault;
  if ("error" in fault) {
    const { error, message, status = 400, headers } = fault;
    const response = () => jsonResponse(status, { error, message }, Object.fromEntries(new Headers(headers)));
    return { createsFirst, delayMs, response };
  }
  const named = toEffect("fault" in fault ? fault.fault : undefined);
  return { createsFirst, delayMs: delayMs + named.delayMs, response: named.response };
}
