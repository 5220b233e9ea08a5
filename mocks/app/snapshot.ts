import { toJson } from "../../shared/json.ts";
import { type NewPlant, readError } from "../../src/schemas.ts";
import type { MockState } from "../core/state.ts";
import { type QueuedFault, toPlainFault } from "../faults/queue.ts";
import type { RecordedRequest } from "../requests/record.ts";

/** Where the page asks for a snapshot, once a second. */
export const SNAPSHOT_PATH = "/__mock/page/snapshot";

/** How many rows of a list the page shows. */
const MAX_ROWS = 200;

/** How much of a text it shows. */
const MAX_LENGTH = 200;

/** Each value is text, ids too, since `JSON.parse` would round them. */
type Row = Readonly<Record<string, string>>;

interface List {
  readonly rows: readonly Row[];
  /** How many rows there are, with those that the page doesn't show. */
  readonly total: number;
}

/** What the page shows. Its size has a limit. */
export type Snapshot = Readonly<Record<"faults" | "requests" | "plants", List>>;

export function takeSnapshot({ faults: { queued }, log, plants }: MockState): Snapshot {
  const requests = log.list();
  return {
    faults: { rows: queued.slice(0, MAX_ROWS).map(toFaultRow), total: queued.length },
    requests: { rows: requests.slice(-MAX_ROWS).reverse().map(toRequestRow), total: requests.length },
    plants: { rows: plants.all().slice(-MAX_ROWS).reverse().map(toPlantRow), total: plants.size },
  };
}

const toPlantRow = ({ id, name, tag }: NewPlant): Row => ({
  id: String(id),
  name: toVisible(name),
  tag: tag === undefined ? "" : toVisible(tag),
});

function toRequestRow({ receivedAt, status, outcome, created, newPlant, fault, response }: RecordedRequest): Row {
  return {
    time: receivedAt,
    status: String(status ?? ""),
    outcome: created && outcome !== "created" ? `${outcome}, created` : outcome,
    id: String(newPlant?.id ?? ""),
    name: newPlant ? toVisible(newPlant.name) : "",
    reason: [fault, readMessage(response?.body)].filter(Boolean).join(": "),
  };
}

function toFaultRow(queued: QueuedFault): Row {
  const { fault, when } = queued;
  const isBare = when === undefined && typeof fault.original !== "object";
  return { fault: fault.name, json: isBare ? "" : escapeInvisible(cut(toJson(toPlainFault(queued)))) };
}

/** Returns the message of an Error, as it is shown. */
function readMessage(body = ""): string | undefined {
  try {
    const { value } = readError(JSON.parse(body));
    return value && toVisible(value.message);
  } catch {
    return undefined;
  }
}

/** What one doesn't see, or what moves other characters: all white space but the space, and blank letters and symbols. */
const INVISIBLE = /[^\S ]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800\u{16FE4}\u{1D159}]/gu;

const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE, (character) =>
    character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );

/** Cuts a text, and quotes and escapes it as JSON does if one can't see what it is. */
function toVisible(text: string): string {
  const start = cut(text);
  const isMisleading = /^$|^["\s]|\s$|\s\s/.test(start) || start.search(INVISIBLE) >= 0;
  return isMisleading ? escapeInvisible(JSON.stringify(start)) : start;
}

const cut = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, "")}…` : text;
