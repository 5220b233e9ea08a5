import { readError } from "../../src/schemas.ts";
import { OPERATIONS } from "../../src/shared/operations.ts";
import { explainFault, PAGE_FAULTS } from "../faults/explain-fault.ts";
import type { QueuedFault } from "../faults/queue.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import { toExampleArguments, toTarget } from "./request-details.ts";
import type { Sessions } from "./sessions.ts";

/** How many plants, requests and faults the page shows. */
const MAX_SHOWN = 200;

/** How much of a text it shows. */
const MAX_LENGTH = 200;

export type Snapshot = ReturnType<typeof takeSnapshot>;

/** What the page shows of a session. Ids are strings, since `JSON.parse` would round them. */
export function takeSnapshot(sessions: Sessions, name: string) {
  const { plants, log, faults } = sessions.peek(name).state;
  const requests = log.list();
  const { queued } = faults;
  return {
    operation: OPERATIONS.createPlant,
    exampleArguments: toExampleArguments(name),
    faultKinds: PAGE_FAULTS,
    plants: plants.last(MAX_SHOWN).map(toShownPlant).reverse(),
    plantCount: plants.size,
    requests: requests.slice(-MAX_SHOWN).map(toShownRequest).reverse(),
    requestCount: requests.length,
    faults: queued.slice(0, MAX_SHOWN).map(toShownFault),
    faultCount: queued.length,
    sessions: sessions.names,
  };
}

const toShownPlant = (plant: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(plant).map(([field, value]) => [field, cut(String(value))]));

function toShownFault({ number, ...queued }: QueuedFault) {
  const { title, details } = explainFault(queued);
  return { number, title: cut(title), details: cut(details) };
}

function toShownRequest(recorded: RecordedRequest) {
  const { number, method, url, receivedAt, durationMs, status, outcome, fault, created, newPlant, response } = recorded;
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

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);
