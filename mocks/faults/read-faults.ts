import { isObject } from "../../shared/option-checks.ts";
import { assertKnown, InvalidInputError, readInput } from "../input/invalid-input.ts";
import { parseJson } from "../input/parse-json.ts";
import { compileCondition, type PlantCondition } from "../plants/condition.ts";
import type { RequestHead } from "../wire/request.ts";
import { checkFault, FAULT_FIELDS } from "./check-fault.ts";
import type { CheckedFault } from "./fault.ts";
import type { NewFault } from "./queue.ts";

const toSubject = (faults: readonly unknown[], index: number) => (faults.length > 1 ? `faults[${index}]` : "fault");

/** Reads the arguments of `failNext`. */
export const readFaults = (faults: readonly unknown[]): NewFault[] =>
  faults.map((fault, index) => ({ fault: checkFault(fault, toSubject(faults, index)), times: 1 }));

/** Reads the arguments of `failWhen`. */
export function readConditionalFault(when: unknown, fault: unknown, options: unknown = {}): NewFault {
  if (!isObject(options)) {
    throw new InvalidInputError("fault: the options must be an object, such as { times: 2 }");
  }
  assertKnown(options, ["times"], "fault", "option");
  const matches = compileCondition(when, "condition");
  const times = checkTimes(options.times, "fault");
  return { when: when as PlantCondition, matches, fault: checkFault(fault, "fault"), times };
}

/** Reads the body of a request to queue faults: a fault, an entry of the list of faults, or an array of them. */
export function readFaultsFromText(text: string): NewFault[] {
  const value = parseFaultText(text);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((queued, index) => readQueued(queued, toSubject(values, index)));
}

export const FAULT_HEADER = "X-Mock-Fault";

/** Reads the fault in a request's own header: one fault, without a condition. */
export function readFaultHeader(headers: RequestHead["headers"]): CheckedFault | undefined {
  const value = headers[FAULT_HEADER.toLowerCase()];
  return value === undefined
    ? undefined
    : readInput(`Invalid ${FAULT_HEADER}`, () => checkFault(parseFaultText(value), "fault"));
}

/** Parses JSON, a bare status or the bare name of a fault. */
function parseFaultText(text: string): unknown {
  if (/^\s*[{["]/.test(text)) {
    return parseJson(text, (value) => [value].flat().map((entry) => Object(entry).when));
  }
  const fault = text.trim();
  return /^\d+$/.test(fault) ? Number(fault) : fault || undefined;
}

const ENTRY_FIELDS = ["number", "when", "fault", "times"];

function readQueued(value: unknown, subject: string): NewFault {
  if (!isObject(value) || !["number", "when", "times"].some((field) => Object.hasOwn(value, field))) {
    return { fault: checkFault(value, subject), times: 1 };
  }
  if (FAULT_FIELDS.some((field) => field !== "fault" && Object.hasOwn(value, field))) {
    throw new InvalidInputError(`${subject}: nest the fields of the fault: { "when": …, "fault": { … } }`);
  }
  assertKnown(value, ENTRY_FIELDS, subject);
  const { when, times } = value;
  const fault = checkFault(value.fault, subject);
  if (when === undefined && times !== undefined) {
    throw new InvalidInputError(`${subject}: times needs a condition, such as { "when": {}, "fault": …, "times": 2 }`);
  }
  if (when === undefined) {
    return { fault, times: 1 };
  }
  const matches = compileCondition(when, subject === "fault" ? "when" : `${subject}: when`);
  return { when: when as PlantCondition, matches, fault, times: checkTimes(times, subject) };
}

function checkTimes(times: unknown = Number.POSITIVE_INFINITY, subject: string): number {
  if (times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) > 0)) {
    return Number(times);
  }
  throw new InvalidInputError(`${subject}: times must be an integer, 1 or more`);
}
