import { toJson } from "../src/shared/json.ts";
import type { Fault, NamedFault, QueuedFault } from "./faults.ts";
import type { PlantCondition } from "./store.ts";

const FAULT_KINDS: Readonly<Record<NamedFault, { readonly label: string }>> = {
  connection: { label: "drops the connection without a response" },
  timeout: { label: "never responds" },
  malformed: { label: "responds with 200 and malformed JSON" },
  html: { label: "responds with 502 and an HTML page, like a proxy" },
};

/** The faults that the mock's page queues with one click. */
export const PAGE_FAULTS = [
  { name: "error 400", label: "responds with an Error", fault: { error: 400, message: "Requested error" } },
  {
    name: "error 503",
    label: "responds with an Error",
    fault: { error: 503, message: "Requested error", status: 503 },
  },
  { name: "delay 2 s", label: "responds as usual, but late", fault: { delayMs: 2_000 } },
  ...Object.entries(FAULT_KINDS).map(([name, { label }]) => ({ name, label, fault: { fault: name } })),
];

/** Says what a queued fault does, and to which requests. */
export function explainFault({ fault, when, times }: QueuedFault): { title: string; details: string } {
  const [title, effect] = explainEffect(fault);
  const details = [effect];
  if (typeof fault === "object" && fault.delayMs !== undefined) {
    details.push(`after ${fault.delayMs} ms`);
  }
  if (when) {
    details.push(`for ${explainCondition(when)}`, explainTimes(times));
  }
  return { title, details: details.join(", ") };
}

function explainEffect(fault: Fault): readonly [title: string, effect: string] {
  if (typeof fault === "function") {
    return ["Function", "returns the response"];
  }
  if (typeof fault === "string") {
    return [fault, FAULT_KINDS[fault].label];
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
