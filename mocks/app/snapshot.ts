import { readError } from "../../src/schemas.ts";
import { toCurl } from "../../src/shared/curl.ts";
import { OPERATIONS } from "../../src/shared/operations.ts";
import { explainFault, PAGE_FAULTS } from "../faults/describe.ts";
import type { NumberedFault } from "../faults/queue.ts";
import { isIncomplete, OUTCOMES, type RecordedRequest, type RequestRecord } from "../requests/record.ts";
import type { MockState } from "../state.ts";

const SHOWN_PLANTS = 100;
const SHOWN_REQUESTS = 200;
const SHOWN_FAULTS = 50;
const SHOWN_LENGTH = 200;

export type Snapshot = ReturnType<typeof takeSnapshot>;

/** What the page shows. Ids are strings, since `JSON.parse` would round them. */
export function takeSnapshot({ store, log, faults }: MockState, sessions: readonly string[]) {
  const { queued } = faults;
  return {
    operation: OPERATIONS.createPlant,
    outcomes: OUTCOMES,
    faultKinds: PAGE_FAULTS,
    plants: store
      .latest(SHOWN_PLANTS)
      .map((plant) => Object.fromEntries(Object.entries(plant).map(([name, value]) => [name, cut(String(value))])))
      .reverse(),
    plantCount: store.size,
    requests: log.records.slice(-SHOWN_REQUESTS).map(toShownRequest).reverse(),
    requestCount: log.records.length,
    faults: queued.slice(0, SHOWN_FAULTS).map(toShownFault),
    faultCount: queued.length,
    sessions,
  };
}

function toShownFault({ number, ...queued }: NumberedFault) {
  const { title, details } = explainFault(queued);
  return { number, title: cut(title), details: cut(details) };
}

function toShownRequest({ number, recorded }: RequestRecord) {
  const { method, url, receivedAt, durationMs, status, outcome, fault, created, newPlant, response } = recorded;
  const path = cut(url.replace(/^https?:\/\/[^/]*/, ""));
  return {
    number,
    receivedAt,
    durationMs,
    status,
    outcome,
    fault,
    created,
    path,
    id: newPlant && String(newPlant.id),
    title: newPlant ? cut(newPlant.name) : `${method} ${path}`,
    reason: response ? errorMessage(response.body ?? "") : outcome === "fault" ? "No response was sent." : undefined,
  };
}

function errorMessage(body: string): string | undefined {
  try {
    const { value, issues } = readError(JSON.parse(body));
    return issues ? undefined : cut(value.message);
  } catch {
    return undefined;
  }
}

const cut = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text);

export interface RequestDetails extends RecordedRequest {
  /** The command that repeats the request. Absent when the mock doesn't have its whole body. */
  readonly curl: string | undefined;
}

export function findRequest({ log }: MockState, number: number): RequestDetails | undefined {
  const request = log.records.find((record) => record.number === number)?.recorded;
  const isWhole = request?.body !== undefined && !isIncomplete(request.body);
  return request && { ...request, curl: isWhole ? toCurl(request) : undefined };
}
