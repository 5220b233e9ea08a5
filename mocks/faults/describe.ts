import { toJson } from "../../src/shared/json.ts";
import type { PlantCondition } from "../plants/query.ts";
import { FAULT_KINDS, type Fault } from "./kinds.ts";
import type { QueuedFault } from "./queue.ts";

const { unreachable: _, ...PAGE_KINDS } = FAULT_KINDS;

/** The faults that the mock's page queues with one click. A server can't refuse a connection, so "unreachable" is missing. */
export const PAGE_FAULTS = [
  { name: "error 400", description: "responds with an Error", fault: { error: 400, message: "Requested error" } },
  {
    name: "error 503",
    description: "responds with an Error",
    fault: { error: 503, message: "Requested error", status: 503 },
  },
  { name: "delay 2 s", description: "responds as usual, but late", fault: { delayMs: 2_000 } },
  ...Object.entries(PAGE_KINDS).map(([name, { description }]) => ({ name, description, fault: { fault: name } })),
];

/** Names a fault for the records: "connection", "error 503", "delay 2000 ms" or "function". */
export function nameFault(fault: Fault): string {
  if (typeof fault !== "object") {
    return typeof fault === "string" ? fault : "function";
  }
  if ("error" in fault) {
    return `error ${fault.error}`;
  }
  return "fault" in fault ? fault.fault : `delay ${fault.delayMs} ms`;
}

/** Describes what a queued fault does, and to which requests. */
export function explainFault({ fault, when, times }: QueuedFault): { title: string; details: string } {
  const [title, effect] = explainEffect(fault);
  const details = [effect];
  if (typeof fault === "object") {
    details.push(fault.creates ? "after the plant is created" : "", fault.delayMs ? `after ${fault.delayMs} ms` : "");
  }
  if (when) {
    details.push(`for ${explainCondition(when)}`, explainTimes(times));
  }
  return { title, details: details.filter((detail) => detail !== "").join(", ") };
}

function explainEffect(fault: Fault): readonly [title: string, effect: string] {
  if (typeof fault === "function") {
    return ["Function", "returns the response"];
  }
  if (typeof fault === "string") {
    return [fault, FAULT_KINDS[fault].description];
  }
  if ("error" in fault) {
    return [`Error ${fault.error} “${fault.message}”`, `status ${fault.status ?? 400}`];
  }
  return "fault" in fault ? explainEffect(fault.fault) : ["Delay", "responds as usual"];
}

function explainCondition(when: PlantCondition): string {
  if (typeof when === "function") {
    return "plants that a function matches";
  }
  const fields = Object.entries(when).map(([field, expected]) =>
    typeof expected === "function" ? `${field} that a function matches` : `${field} ${toJson(expected)}`,
  );
  return fields.join(" and ");
}

function explainTimes(times: number): string {
  if (times === Number.POSITIVE_INFINITY) {
    return "each time";
  }
  return times === 1 ? "once" : `${times} times`;
}
