import type { ErrorRecord } from "../src/schemas.ts";
import { type Answer, errorAnswer, jsonAnswer } from "./answer.ts";

/**
 * What goes wrong with a request, in place of its answer (I12, and what the interface is silent on):
 * - `{ error, message, status? }`: this Error, with status 400 unless told otherwise;
 * - `"connection"`: the connection is lost, without an answer;
 * - `"timeout"`: no answer ever comes;
 * - `"malformed"`: 200 as `application/json`, of the right length, but broken JSON;
 * - `"html"`: 502 with a page of HTML, as a proxy gives it;
 * - `{ delayMs }`: the right answer, so many milliseconds late;
 * - a function: the Response that it makes of the Request.
 */
export type Fault =
  | (ErrorRecord & {
      /** The status of the answer, one that allows a body; 400 unless told otherwise (I10). */
      readonly status?: number | undefined;
    })
  | "connection"
  | "timeout"
  | "malformed"
  | "html"
  | {
      /** How late the answer is, in milliseconds, 0 or more. */
      readonly delayMs: number;
    }
  | ((request: Request) => Response | Promise<Response>);

/** The faults that a word names. */
export const NAMED_FAULTS: readonly unknown[] = ["connection", "timeout", "malformed", "html"] satisfies Fault[];
const NO_BODY: readonly unknown[] = [204, 205, 304];

/** Whether an answer with a body can have this status. */
export function isStatusWithBody(status: unknown): status is number {
  return (
    Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599 && !NO_BODY.includes(status)
  );
}

/**
 * Refuses what is no fault, which would otherwise pass for none.
 *
 * @throws {TypeError} when it is none.
 */
export function checkFault(fault: unknown): void {
  const { delayMs = 0, error, message, status = 400 } = Object(fault) as Record<string, unknown>;
  const isError = typeof error === "number" && typeof message === "string" && isStatusWithBody(status);
  const isDelay = fault instanceof Object && "delayMs" in fault && typeof delayMs === "number" && delayMs >= 0;
  if (!(typeof fault === "function" || NAMED_FAULTS.includes(fault) || isError || isDelay)) {
    throw new TypeError(
      'A fault must be "connection", "timeout", "malformed", "html", { delayMs }, { error, message, status } with a status from 200 to 599 that allows a body, or a function.',
    );
  }
}

const PAGE = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";

/** How long the fault keeps the request waiting, in milliseconds. */
export function delayOf(fault: Fault | undefined): number {
  if (fault === "timeout") {
    return Number.POSITIVE_INFINITY;
  }
  return typeof fault === "object" && "delayMs" in fault ? fault.delayMs : 0;
}

/** The answer that the fault gives; `undefined` where the right one is to be given. */
export function faultAnswer(
  fault: Fault | undefined,
  makeRequest: () => Request,
): Answer | Response | Promise<Response> | undefined {
  if (typeof fault === "function") {
    return fault(makeRequest());
  }
  if (typeof fault === "object") {
    return "delayMs" in fault ? undefined : errorAnswer(fault.status ?? 400, fault);
  }
  switch (fault) {
    case "connection":
      return Response.error();
    case "malformed":
      return jsonAnswer(200, '{"name":"Monstera');
    case "html":
      return { status: 502, headers: { "content-type": "text/html; charset=utf-8" }, body: PAGE };
    default:
      return undefined;
  }
}
