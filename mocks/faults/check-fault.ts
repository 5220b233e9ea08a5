import { isInt32 } from "../../shared/limits.ts";
import { unknownName } from "../../shared/nearest.ts";
import {
  type Check,
  type Checks,
  checkMembers,
  isObject,
  optional,
  optionalDelay,
} from "../../shared/option-checks.ts";
import { InvalidInputError } from "../input/invalid-input.ts";
import { reasonPhrase } from "../wire/reason-phrase.ts";
import { errorReply, NULL_BODY_STATUSES } from "../wire/reply.ts";
import { fromHeaders } from "../wire/web.ts";
import {
  type CheckedFault,
  type ErrorFault,
  FAULT_KINDS,
  type Fault,
  type FaultFunction,
  type FaultKind,
  type NamedFault,
} from "./fault.ts";

/** The fields of all forms of a fault object. */
interface FaultFields extends ErrorFault {
  readonly fault?: NamedFault | number;
}

const NAMES = Object.keys(FAULT_KINDS);

const isStatus = (value: unknown, lowest: number): value is number =>
  Number.isInteger(value) && Number(value) >= lowest && Number(value) <= 599;

const isFailing = (status: unknown): status is number => isStatus(status, 400);

const checkNameOrStatus: Check = (value, name) => {
  if (value === undefined || isFailing(value) || NAMES.some((known) => known === value)) {
    return undefined;
  }
  return typeof value === "string"
    ? unknownName("fault", value, [...NAMES, "a number from 400 to 599"])
    : `${name} must be the name of a fault or a status from 400 to 599`;
};

const isStatusWithBody = (status: unknown): boolean => isStatus(status, 200) && !NULL_BODY_STATUSES.includes(status);

/** Whether node:http accepts the headers. It rejects all control characters, and `Headers` only line breaks. */
export function areValidHeaders(fields: readonly (readonly [string, unknown])[]): boolean {
  try {
    return [...new Headers(fields as [string, string][])].every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  } catch {
    return false;
  }
}

/** The headers that describe the body's form. The mock sets them to what it sends. */
const FRAMING_HEADERS = ["content-length", "transfer-encoding", "trailer"];

const checkHeaders: Check = (headers, name) => {
  if (headers === undefined) {
    return undefined;
  }
  if (!isObject(headers) || !areValidHeaders(Object.entries(headers))) {
    return `${name} must be an object of valid header names and values`;
  }
  const framing = Object.keys(headers).find((header) => FRAMING_HEADERS.includes(header.toLowerCase()));
  return framing && `${name} must not include ${framing}, which the mock sets`;
};

const CHECKS: Checks<FaultFields> = {
  error: optional(isInt32, "must be an int32"),
  message: optional((message) => typeof message === "string", "must be a string"),
  status: optional(isStatusWithBody, "must be an integer from 200 to 599 that allows a body"),
  headers: checkHeaders,
  fault: checkNameOrStatus,
  delayMs: optionalDelay,
  creates: optional((creates) => typeof creates === "boolean", "must be true or false"),
};

export const FAULT_FIELDS = Object.keys(CHECKS) as (keyof FaultFields)[];
const ERROR_FIELDS = ["error", "message", "status", "headers"] as const;

/** The kinds of faults, each with an example that is valid in code and in JSON. */
const KINDS = [
  "a status from 400 to 599 such as 503",
  'a name such as "connection"',
  'an Error such as { "error": 17, "message": "No room" }',
  'a status or a name with options such as { "fault": "connection", "creates": true }',
  'a delay such as { "delayMs": 500 } or, in code, a function',
].join(", ");

/** @throws `InvalidInputError` that starts with `subject`, unless the value is a fault. */
export function checkFault(value: unknown, subject: string): CheckedFault {
  if (typeof value === "function") {
    const reply = value as FaultFunction;
    return { original: reply, name: "function", reply, delayMs: 0, creates: false };
  }
  const isBare = typeof value === "string" || isFailing(value);
  const fields = checkFields(isBare ? { fault: value } : value, subject);
  const { fault, delayMs = 0, creates = false } = fields;
  const common = { original: (isBare ? value : fields) as Fault, delayMs, creates };
  if (typeof fault === "number") {
    return { ...common, ...toErrorFault({ status: fault }) };
  }
  if (fault !== undefined) {
    const { reply, delayMs: ownDelayMs = 0 }: FaultKind = FAULT_KINDS[fault];
    return { ...common, name: fault, reply, delayMs: delayMs + ownDelayMs };
  }
  return isError(fields) ? { ...common, ...toErrorFault(fields) } : { ...common, name: `delay ${delayMs} ms` };
}

/** Returns the fields that aren't undefined. */
function checkFields(value: unknown, subject: string): FaultFields {
  if (isObject(value)) {
    const { members: fields, problems } = checkMembers(CHECKS, value, "field");
    const problem = problems.length > 0 ? problems.join("; ") : formProblem(fields);
    if (problem) {
      throw new InvalidInputError(`${subject}: ${problem}`);
    }
    if (fields.fault !== undefined || fields.delayMs !== undefined || isError(fields)) {
      return fields;
    }
  }
  throw new InvalidInputError(`${subject} must be ${KINDS}`);
}

const isError = (fields: FaultFields): boolean => ERROR_FIELDS.some((field) => fields[field] !== undefined);

/** Returns what is wrong with a combination of fields that are each valid. */
function formProblem({ fault, creates, ...fields }: FaultFields): string | undefined {
  if (fault !== undefined && isError(fields)) {
    return "fault can't be combined with error, message, status or headers";
  }
  if (fault === "unreachable" && creates) {
    return '"unreachable" can\'t be combined with creates: the request never arrives';
  }
  return isError(fields) && fields.error === undefined && !isFailing(fields.status)
    ? "error is required, unless status is from 400 to 599"
    : undefined;
}

function toErrorFault(fields: FaultFields): Pick<CheckedFault, "name" | "reply"> {
  const { status = 400, error = status, message = reasonPhrase(status, `Status ${status}`), headers } = fields;
  return {
    name: `error ${error}`,
    reply: errorReply(status, message, fromHeaders(new Headers(headers)), error),
  };
}
