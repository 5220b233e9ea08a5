import { readError } from "../../src/schemas.ts";
import { MAX_TIMER_MS } from "../../src/shared/limits.ts";
import { unknownName } from "../../src/shared/nearest.ts";
import { type Check, isObject, optional } from "../../src/shared/options.ts";
import { assertKnown, InvalidInputError } from "../invalid-input.ts";
import { parseJson } from "../json.ts";
import { compileCondition, type PlantCondition } from "../plants/query.ts";
import { NULL_BODY_STATUSES } from "../responses.ts";
import { FAULT_KINDS, type Fault, type NamedFault } from "./kinds.ts";
import type { QueuedFault } from "./queue.ts";

const faultName = (faults: readonly unknown[], index: number) => (faults.length > 1 ? `faults[${index}]` : "fault");

export const checkFaults = (faults: readonly unknown[]): QueuedFault[] =>
  faults.map((fault, index) => ({ fault: checkFault(fault, faultName(faults, index)), times: 1 }));

export function checkFaultWhen(
  when: unknown,
  fault: unknown,
  options: { readonly times?: unknown } = {},
  name = "fault",
): QueuedFault {
  if (!isObject(options)) {
    throw new InvalidInputError(`${name}: the options must be an object, such as { times: 2 }`);
  }
  assertKnown(options, ["times"], name, "option");
  const { times = Number.POSITIVE_INFINITY } = options;
  if (!(times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) > 0))) {
    throw new InvalidInputError(`${name}: times must be an integer, 1 or more`);
  }
  const matches = compileCondition(when, name === "fault" ? "condition" : `${name}: condition`);
  return { when: when as PlantCondition, matches, fault: checkFault(fault, name), times: Number(times) };
}

/** Reads one fault or an array of them, each with or without a condition: `{ when, fault, times }`. */
export function faultsFromJson(text: string): QueuedFault[] {
  const value = parseJson(text);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((queued, index) => {
    const name = faultName(values, index);
    if (!isObject(queued) || !("when" in queued || "times" in queued)) {
      return { fault: checkFault(queued, name), times: 1 };
    }
    const { when, fault, ...options } = queued;
    return checkFaultWhen(when, fault, options, name);
  });
}

const NAMES = Object.keys(FAULT_KINDS);
const ERROR_FIELDS = ["error", "message", "status", "headers"];
const FIELDS = [...ERROR_FIELDS, "delayMs", "creates", "fault"];
const FORMS =
  "the name of a fault, { error, message, status, headers, delayMs, creates }, { fault, delayMs, creates }, { delayMs, creates } or, in code, a function";

export function checkFault(value: unknown, name: string): Fault {
  if (typeof value === "function" || isNamedFault(value)) {
    return value as Fault;
  }
  if (typeof value === "string") {
    throw new InvalidInputError(`${name}: ${unknownName("fault", value, NAMES)}`);
  }
  if (!isObject(value)) {
    throw new InvalidInputError(`${name} must be ${FORMS}`);
  }
  assertKnown(value, FIELDS, name);
  const fields = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
  const problem = faultProblem(fields);
  if (problem) {
    throw new InvalidInputError(`${name}: ${problem}`);
  }
  const checked: object = Object.freeze(fields);
  return checked as Fault;
}

function faultProblem(fields: Record<string, unknown>): string | undefined {
  const { status, headers, delayMs, creates, fault } = fields;
  const isError = ERROR_FIELDS.some((name) => name in fields);
  const isOther = fault !== undefined || delayMs !== undefined;
  const problems = [
    optionalDelay(delayMs, "delayMs"),
    creates !== undefined && typeof creates !== "boolean" && "creates must be true or false",
    fault !== undefined && !isNamedFault(fault) && namedFaultProblem(fault),
    fault !== undefined && isError && "fault can't be combined with error, message, status or headers",
    fault === "unreachable" && creates && '"unreachable" can\'t be combined with creates: the request never arrives',
    (isError || !isOther) && errorProblem(fields),
    status !== undefined && !isStatusWithBody(status) && "status must be an integer from 200 to 599 that allows a body",
    headers !== undefined && headersProblem(headers),
  ];
  return problems.find((problem) => typeof problem === "string");
}

const namedFaultProblem = (fault: unknown): string =>
  typeof fault === "string" ? unknownName("fault", fault, NAMES) : "fault must be the name of a fault";

const errorProblem = (fields: unknown): string | undefined =>
  readError(fields)
    .issues?.map(({ message }) => message)
    .join("; ");

export const optionalDelay: Check = optional(
  (ms) => typeof ms === "number" && ms >= 0 && ms <= MAX_TIMER_MS,
  `must be a number of milliseconds from 0 to ${MAX_TIMER_MS}`,
);

const isNamedFault = (value: unknown): value is NamedFault =>
  typeof value === "string" && Object.hasOwn(FAULT_KINDS, value);

const isStatusWithBody = (status: unknown): boolean =>
  /^[2-5]\d\d$/.test(String(status)) && typeof status === "number" && !NULL_BODY_STATUSES.includes(status);

/** The headers that describe the body's form. The mock sets them to what it sends. */
const FRAMING_HEADERS = ["content-length", "transfer-encoding", "trailer"];

function headersProblem(headers: unknown): string | undefined {
  // Some DOM implementations, such as happy-dom, accept null for Headers.
  if (!isObject(headers) || !areHeaders(Object.entries(headers))) {
    return "headers must be an object of valid header names and values";
  }
  const framing = Object.keys(headers).find((name) => FRAMING_HEADERS.includes(name.toLowerCase()));
  return framing && `headers must not include ${framing}, which the mock sets`;
}

/** Whether node:http accepts the headers. It rejects all control characters, and `Headers` only line breaks. */
export function areHeaders(fields: readonly (readonly [string, unknown])[]): boolean {
  try {
    return [...new Headers(fields as [string, string][])].every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  } catch {
    return false;
  }
}
