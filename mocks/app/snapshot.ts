import { readError } from "../../src/schemas.ts";
import { toCurlArguments } from "../../src/shared/curl.ts";
import { OPERATIONS } from "../../src/shared/operations.ts";
import { REDACTED_AUTHORIZATION } from "../../src/shared/redact.ts";
import { explainFault, PAGE_FAULTS } from "../faults/explain-fault.ts";
import type { NumberedFault } from "../faults/queue.ts";
import { OUTCOMES, type RecordedRequest } from "../recorded-request.ts";
import { isIncomplete, type RequestRecord } from "../requests/record.ts";
import type { MockState } from "../state.ts";
import { splitTarget } from "./app-request.ts";
import { SESSION_HEADER, type Sessions } from "./sessions.ts";

const SHOWN_PLANTS = 100;
const SHOWN_REQUESTS = 200;
const SHOWN_FAULTS = 50;
const SHOWN_LENGTH = 200;

export type Snapshot = ReturnType<typeof takeSnapshot>;

/** What the page shows of a session. Ids are strings, since `JSON.parse` would round them. */
export function takeSnapshot(sessions: Sessions, name: string) {
  const { plants, log, faults } = sessions.peek(name).state;
  const { queued } = faults;
  return {
    operation: OPERATIONS.createPlant,
    exampleArguments: toExample(name),
    outcomes: OUTCOMES,
    faultKinds: PAGE_FAULTS,
    plants: plants
      .latest(SHOWN_PLANTS)
      .map((plant) => Object.fromEntries(Object.entries(plant).map(([name, value]) => [name, cut(String(value))])))
      .reverse(),
    plantCount: plants.size,
    requests: log.records.slice(-SHOWN_REQUESTS).map(toShownRequest).reverse(),
    requestCount: log.records.length,
    faults: queued.slice(0, SHOWN_FAULTS).map(toShownFault),
    faultCount: queued.length,
    sessions: sessions.names,
  };
}

/** The shell's expression for the token of a command that is copied. It works as it is, unless the mock has a `token`. */
const TOKEN = `\${PLANT_STORE_TOKEN:-any-token}`;

/** The arguments of a command that creates a plant in a session. */
function toExample(session: string) {
  const { method, path } = OPERATIONS.createPlant;
  const headers = {
    authorization: REDACTED_AUTHORIZATION,
    "content-type": "application/json",
    ...(session !== "" && { [SESSION_HEADER]: session }),
  };
  const example = toCurlArguments({ method, url: path, headers, body: '{ "id": 1042, "name": "Fern" }' }, TOKEN);
  return example as readonly string[]; // all of it is printable, the names of sessions too
}

function toShownFault({ number, ...queued }: NumberedFault) {
  const { title, details } = explainFault(queued);
  return { number, title: cut(title), details: cut(details) };
}

function toShownRequest({ number, recorded }: RequestRecord) {
  const { method, url, receivedAt, durationMs, status, outcome, fault, created, newPlant, response } = recorded;
  const path = cut(toTarget(url));
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
  /** What repeats the request after `curl` and the address of the page. Absent when the mock doesn't have its whole body. */
  readonly curlArguments: readonly string[] | undefined;
}

/** A recorded address may be another than the page's: a web page can send requests under its own host name. */
export function findRequest({ log }: MockState, number: number, basePath: string): RequestDetails | undefined {
  const request = log.records.find((record) => record.number === number)?.recorded;
  if (request === undefined) {
    return undefined;
  }
  const isWhole = request.body !== undefined && !isIncomplete(request.body);
  const { target } = splitTarget(toTarget(request.url), basePath);
  return { ...request, curlArguments: isWhole ? toCurlArguments({ ...request, url: target }, TOKEN) : undefined };
}

/** The path of a URL, with its query. */
const toTarget = (url: string): string => url.replace(/^https?:\/\/[^/]*/, "");
