import type { ErrorRecord } from "../src/schemas.ts";
import { type Answer, errorAnswer, jsonAnswer } from "./answer.ts";

/**
 * What goes wrong with a request, in place of its answer:
 * - `{ error, message, status? }`: this Error, with status 400 unless told otherwise;
 * - `"connection"`: the connection is lost, without an answer;
 * - `"timeout"`: no answer ever comes;
 * - `"malformed"`: 200 as `application/json`, of the right length, but broken JSON;
 * - `"html"`: 502 with a page of HTML, as a proxy gives it;
 * - `{ delayMs }`: the right answer, so many milliseconds late;
 * - a function: the Response that it makes of the Request.
 */
export type Fault =
  | (ErrorRecord & { readonly status?: number | undefined })
  | "connection"
  | "timeout"
  | "malformed"
  | "html"
  | { readonly delayMs: number }
  | ((request: Request) => Response | Promise<Response>);

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
