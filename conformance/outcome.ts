import type { ResponseBody } from "./body.ts";
import type { Case } from "./cases.ts";

/** A case that was sent, and what came back. */
export interface SentCase {
  readonly testCase: Case;
  readonly outcome: Outcome;
}

/** What came back for a request. */
export type Outcome = CaseResponse | Failure;

export interface CaseResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody;
}

/** No complete response. */
export interface Failure {
  readonly failure: string;
  /** Missing if no response began in time. */
  readonly status?: number;
}

export const hasStatus = (outcome: Outcome, first: number, last = first): outcome is CaseResponse =>
  !("failure" in outcome) && outcome.status >= first && outcome.status <= last;

export const isSuccess = (outcome: Outcome) => hasStatus(outcome, 200, 299);

export const isRejection = (outcome: Outcome) => hasStatus(outcome, 400, 499);

export const isBadRequest = (outcome: Outcome) => hasStatus(outcome, 400);

/** Describes the status of a response, with the headers that explain it. Browsers show a redirect as status 0. */
export function describeStatus({ status, headers }: CaseResponse): string {
  const reasons = ["WWW-Authenticate", "Location", "Retry-After"]
    .filter((name) => headers.has(name))
    .map((name) => `${name}: ${headers.get(name)}`);
  return `${status || "a redirect"}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`;
}
