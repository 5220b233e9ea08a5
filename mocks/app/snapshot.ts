import { OPERATIONS } from "../../shared/operations.ts";
import { readError } from "../../src/schemas.ts";
import type { MockState } from "../core/state.ts";
import { explainFault, PAGE_FAULTS } from "../faults/explain-fault.ts";
import type { QueuedFault } from "../faults/queue.ts";
import type { RecordedRequest } from "../requests/record.ts";
import { toExampleArguments, toTarget } from "./request-details.ts";

/** Where the page asks for a snapshot, once a second. */
export const SNAPSHOT_PATH = "/__mock/page/snapshot";

/** How many plants, requests and faults the page shows. */
const MAX_SHOWN = 200;

/** How much of a text it shows. */
const MAX_LENGTH = 200;

export type Snapshot = ReturnType<typeof takeSnapshot>;

/** What the page shows of a mock. Ids are strings, since `JSON.parse` would round them. */
export function takeSnapshot({ plants, log, faults }: MockState) {
  const requests = log.list();
  const { queued } = faults;
  return {
    operation: OPERATIONS.createPlant,
    exampleArguments: toExampleArguments(),
    faultKinds: PAGE_FAULTS,
    plants: plants.all().slice(-MAX_SHOWN).map(toShownPlant).reverse(),
    plantCount: plants.size,
    requests: requests.slice(-MAX_SHOWN).map(toShownRequest).reverse(),
    requestCount: requests.length,
    faults: queued.slice(0, MAX_SHOWN).map(toShownFault),
    faultCount: queued.length,
  };
}

const toShownPlant = (plant: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(plant).map(([field, value]) => [field, toVisible(cut(String(value)))]));

const toShownFault = (queued: QueuedFault) => ({
  number: queued.number,
  name: queued.fault.name,
  details: cut(explainFault(queued)),
});

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
    title: newPlant ? toVisible(cut(newPlant.name)) : `${method} ${path}`,
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

/** Text that is empty, looks empty, or has control characters or white space that nobody would see. */
const MISLEADING = /^[\s\p{DI}]*$|^\s|\s$|\s\s|[^\S ]|\p{Cc}/u;

const INVISIBLE = /[^\S ]|[\p{Cc}\p{DI}]/gu;

/** A text, in quotes and with escapes as in JSON if one couldn't see what it is. */
const toVisible = (text: string): string =>
  MISLEADING.test(text) ? JSON.stringify(text).replace(INVISIBLE, escapeUnits) : text;

const escapeUnits = (character: string): string =>
  character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);
