import { readError } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { isObject } from "../src/shared/options.ts";
import type { QueuedFault } from "./fault-queue.ts";
import { FAULT_KINDS, type Fault, type NamedFault } from "./faults.ts";
import { assertKnown, InvalidInputError, ownProperties } from "./invalid-input.ts";
import { parseJson } from "./json.ts";
import { NULL_BODY_STATUSES } from "./messages.ts";
import { checkCondition } from "./stored-plant.ts";

const faultName = (faults: readonly unknown[], index: number) => (faults.length > 1 ? `faults[${index}]` : "fault");

export const checkFaults = (faults: readonly unknown[]): QueuedFault[] =>
  faults.map((fault, index) => ({ fault: checkFault(fault, faultName(faults, index)), times: 1 }));

export function checkFaultWhen(
  when: unknown,
  fault: unknown,
  options: { readonly times?: unknown } = {},
  name = "fault",
  form?: "JSON",
): QueuedFault {
  if (typeof options !== "object" || options === null) {
    throw new InvalidInputError(`${name}: the options must be an object, such as { times: 2 }`);
  }
  const { times = Number.POSITIVE_INFINITY, ...unknown } = ownProperties(options);
  assertKnown(unknown, ["times"], name, "option");
  if (!(times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) > 0))) {
    throw new InvalidInputError(`${name}: times must be an integer of 1 or more`);
  }
  const condition = checkCondition(when, name === "fault" ? "condition" : `${name}: condition`, form);
  return { when: condition, fault: checkFault(fault, name, form), times: Number(times) };
}

/** Reads one fault or an array of them, each with or without a condition: `{ when, fault, times }`. */
export function faultsFromJson(text: string): QueuedFault[] {
  const value = parseJson(text);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((queued, index) => {
    const name = faultName(values, index);
    if (!isObject(queued) || !("when" in queued || "times" in queued)) {
      return { fault: checkFault(queued, name, "JSON"), times: 1 };
    }
    const { when, fault, ...options } = ownProperties(queued);
    return checkFaultWhen(when, fault, options, name, "JSON");
  });
}

const NAMES = Object.keys(FAULT_KINDS).map((name) => `"${name}"`);
const ERROR_FIELDS = ["error", "message", "status", "headers"];
const FIELDS = [...ERROR_FIELDS, "delayMs", "creates", "fault"];

function checkFault(value: unknown, name: string, form?: "JSON"): Fault {
  if (typeof value === "function" || isNamedFault(value)) {
    return value as Fault;
  }
  if (!isObject(value)) {
    const forms = [...NAMES, "{ error, message, status, headers, delayMs, creates }", "{ fault, delayMs, creates }"];
    const last = form === "JSON" ? ["{ delayMs, creates }"] : ["{ delayMs, creates }", "a function"];
    throw new InvalidInputError(`${name} must be ${listChoices([...forms, ...last])}`);
  }
  assertKnown(value, form === "JSON" ? [...FIELDS, "when", "times"] : FIELDS, name);
  const defined = Object.entries(value).filter(([, member]) => member !== undefined);
  const fields = ownProperties<Record<string, unknown>>(Object.fromEntries(defined));
  const problem = faultProblem(fields);
  if (problem) {
    throw new InvalidInputError(`${name}: ${problem}`);
  }
  const checked: object = Object.freeze(fields);
  return checked as Fault;
}

const listChoices = (choices: readonly string[]): string => `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;

function faultProblem(fields: Record<string, unknown>): string | undefined {
  const { status, headers, delayMs, creates, fault } = fields;
  const isError = ERROR_FIELDS.some((name) => name in fields);
  const isOther = fault !== undefined || delayMs !== undefined;
  const problems = [
    delayProblem(delayMs, "delayMs"),
    creates !== undefined && typeof creates !== "boolean" && "creates must be true or false",
    fault !== undefined && !isNamedFault(fault) && `fault must be ${listChoices(NAMES)}`,
    fault !== undefined && isError && "fault can't be combined with error, message, status or headers",
    fault === "unreachable" && creates && '"unreachable" can\'t be combined with creates: the request never arrives',
    (isError || !isOther) && errorProblem(fields),
    status !== undefined && !isStatusWithBody(status) && "status must be an integer from 200 to 599 that allows a body",
    headers !== undefined && !areHeaders(headers) && "headers must be an object of valid header names and values",
  ];
  return problems.find((problem) => typeof problem === "string");
}

const errorProblem = (fields: unknown): string | undefined =>
  readError(fields)
    .issues?.map(({ message }) => message)
    .join("; ");

export const delayProblem = (ms: unknown, name: string): string | undefined =>
  ms === undefined || (typeof ms === "number" && ms >= 0 && ms <= MAX_TIMER_MS)
    ? undefined
    : `${name} must be a number of milliseconds from 0 to ${MAX_TIMER_MS}`;

const isNamedFault = (value: unknown): value is NamedFault =>
  typeof value === "string" && Object.hasOwn(FAULT_KINDS, value);

const isStatusWithBody = (status: unknown): boolean =>
  /^[2-5]\d\d$/.test(String(status)) && typeof status === "number" && !NULL_BODY_STATUSES.includes(status);

function areHeaders(headers: unknown): boolean {
  // Some DOM implementations, such as happy-dom, accept null for Headers.
  if (!isObject(headers)) {
    return false;
  }
  try {
    // Headers rejects only line breaks. node:http rejects all control characters.
    return [...new Headers(headers as Record<string, string>)].every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  } catch {
    return false;
  }
}
