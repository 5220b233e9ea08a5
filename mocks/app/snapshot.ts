import { toJson } from "../../shared/json.ts";
import type { NewPlant } from "../../shared/records.ts";
import type { MockState } from "../core/state.ts";
import { type QueuedFault, toPlainFault } from "../faults/queue.ts";
import type { LoggedRequest } from "../requests/log.ts";

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
  const requests = log.entries;
  return {
    faults: { rows: queued.slice(0, MAX_ROWS).map(toFaultRow), total: queued.length },
    requests: { rows: requests.slice(-MAX_ROWS).reverse().map(toRequestRow), total: requests.length },
    plants: { rows: plants.all().slice(-MAX_ROWS).reverse().map(toPlantRow), total: plants.size },
  };
}

const toPlantRow = ({ id, name, tag }: NewPlant): Row => ({
  id: String(id),
  name: cut(name),
  tag: cut(tag ?? ""),
});

function toRequestRow({ record, message = "" }: LoggedRequest): Row {
  const { receivedAt, status, outcome, created, newPlant, fault } = record;
  return {
    time: receivedAt,
    status: String(status ?? ""),
    outcome: created && outcome !== "created" ? `${outcome}, created` : outcome,
    id: String(newPlant?.id ?? ""),
    name: cut(newPlant?.name ?? ""),
    reason: [fault, cut(message)].filter(Boolean).join(": "),
  };
}

function toFaultRow(queued: QueuedFault): Row {
  const { fault, when } = queued;
  const isBare = when === undefined && typeof fault.original !== "object";
  return { fault: fault.name, json: isBare ? "" : cut(toJson(toPlainFault(queued))) };
}

const cut = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, "")}…` : text;
