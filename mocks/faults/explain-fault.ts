import { toJson } from "../../shared/json.ts";
import type { PlantCondition } from "../plants/condition.ts";
import { FAULT_KINDS } from "./fault.ts";
import type { NewFault } from "./queue.ts";

const { unreachable: _, ...PAGE_KINDS } = FAULT_KINDS;

/** The faults that the mock's page queues with one click. A server can't refuse a connection, so "unreachable" is missing. */
export const PAGE_FAULTS = [
  { name: "error 400", description: "responds with an Error", fault: { status: 400 } },
  { name: "error 503", description: "responds with an Error", fault: { status: 503 } },
  { name: "delay 2 s", description: "responds as usual, but late", fault: { delayMs: 2_000 } },
  ...Object.entries(PAGE_KINDS).map(([name, { description }]) => ({ name, description, fault: { fault: name } })),
];

/** Describes what a queued fault does, and to which requests. */
export function explainFault({ fault, when, times }: NewFault): string {
  const { description, creates, delayMs } = fault;
  const isLate = delayMs > 0 && delayMs < Number.POSITIVE_INFINITY;
  const details = [description, creates ? "after the plant is created" : "", isLate ? `after ${delayMs} ms` : ""];
  if (when) {
    details.push(`for ${explainCondition(when)}`, explainTimes(times));
  }
  return details.filter((detail) => detail !== "").join(", ");
}

function explainCondition(when: PlantCondition): string {
  if (typeof when === "function") {
    return "plants that a function matches";
  }
  const fields = Object.entries(when).map(([field, expected]) =>
    typeof expected === "function" ? `${field} that a function matches` : `${field} ${toJson(expected)}`,
  );
  return fields.join(" and ") || "every plant";
}

function explainTimes(times: number): string {
  if (times === Number.POSITIVE_INFINITY) {
    return "each time";
  }
  return times === 1 ? "once" : `${times} times`;
}
