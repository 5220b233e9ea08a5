import { type ErrorRecord, errorSchema, type NewPlant, validate } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import type { Changes } from "./changes.ts";
import { InvalidInputError, ownProperties, refuseUnknown } from "./invalid-input.ts";
import { isRecord, parseJson, restoreId } from "./json.ts";
import { jsonResponse, type MockResponse, NULL_BODY_STATUSES, refuseConnection } from "./messages.ts";
import { checkCondition, matchesCondition, type PlantCondition, toStoredPlant } from "./stored-plant.ts";

interface FaultKind {
  /** What it does, for people. */
  readonly label: string;
  /** Infinity when there is never a response. */
  readonly delayMs: number;
  /** Absent when the response is the usual one. */
  readonly response: (() => MockResponse) | undefined;
}

/** The named faults. Types, messages, the page and the documentation are made from this table. */
export const FAULT_KINDS = {
  connection: {
    label: "drops the connection without a response",
    delayMs: 0,
    response: () => Response.error(),
  },
  unreachable: {
    label: "refuses the connection",
    delayMs: 0,
    response: refuseConnection,
  },
  timeout: {
    label: "never responds",
    delayMs: Number.POSITIVE_INFINITY,
    response: undefined,
  },
  malformed: {
    label: "responds with 200 and malformed JSON",
    delayMs: 0,
    response: () => ({ ...jsonResponse(200, {}), body: '{"name":"Monstera' }),
  },
  html: {
    label: "responds with 502 and an HTML page, like a proxy",
    delayMs: 0,
    response: () => ({
      status: 502,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
    }),
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

/** A fault with a name. */
export type NamedFault = keyof typeof FAULT_KINDS;

/** What every fault that is an object takes. */
interface FaultOptions {
  /** The delay of the response, in milliseconds. @default 0 */
  readonly delayMs?: number | undefined;
  /**
   * Whether the plant is created first, before the delay. A request that is refused, such as one with an id in use, gets its
   * refusal instead of the fault. @default false
   */
  readonly creates?: boolean | undefined;
}

/**
 * What goes wrong with a request:
 * - `{ error, message, status?, headers?, delayMs?, creates? }`: responds with this Error, with status 400 by default;
 * - `"connection"`: drops the connection without a response;
 * - `"unreachable"`: refuses the connection. From `mock.fetch`, the error's cause has the code `ECONNREFUSED`. Handlers and
 *   the server drop the connection. Can't be combined with `creates`;
 * - `"timeout"`: never responds;
 * - `"malformed"`: responds with 200 and malformed JSON;
 * - `"html"`: responds with 502 and an HTML page, like a proxy;
 * - `{ fault, delayMs?, creates? }`: one of these named faults, late or after the plant was created;
 * - `{ delayMs, creates? }`: responds as usual, but late;
 * - a function: responds with the `Response` that it returns for the `Request`.
 */
export type Fault =
  | NamedFault
  | (ErrorRecord &
      FaultOptions & {
        /** The status of the response: one from 200 to 599 that allows a body. @default 400 */
        readonly status?: number | undefined;
        /** More headers of the response. */
        readonly headers?: Readonly<Record<string, string>> | undefined;
      })
  | (FaultOptions & {
      /** The named fault. */
      readonly fault: NamedFault;
    })
  | (FaultOptions & {
      /** The delay of the usual response, in milliseconds. */
      readonly delayMs: number;
    })
  | ((request: Request) => Response | Promise<Response>);

export type FaultFunction = Extract<Fault, (request: Request) => unknown>;

/** The options of `mock.failWhen`. */
export interface FailWhenOptions {
  /** How many matching requests fail. @default Infinity */
  times?: number | undefined;
}

export interface QueuedFault {
  readonly when?: PlantCondition;
  readonly fault: Fault;
  times: number;
}

export interface NumberedFault extends QueuedFault {
  readonly number: number;
}

const MAX_FAULTS = 1_000;

export class FaultQueue {
  readonly #changes: Changes;
  #faults: NumberedFault[] = [];
  #count = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  add(faults: readonly QueuedFault[]): void {
    if (this.#faults.length + faults.length > MAX_FAULTS) {
      throw new InvalidInputError(`at most ${MAX_FAULTS} faults can wait: clear them first`);
    }
    const numbered = faults.map((queued) => {
      this.#count += 1;
      return { ...queued, number: this.#count };
    });
    this.#faults = [...this.#faults, ...numbered].sort((a, b) => Number("when" in a) - Number("when" in b));
    this.#changes.tell();
  }

  queued(): readonly NumberedFault[] {
    return this.#faults;
  }

  takeNext(): Fault | undefined {
    return this.#take(({ when }) => when === undefined);
  }

  takeMatching(newPlant: NewPlant): Fault | undefined {
    return this.#take(({ when }) => when !== undefined && matchesCondition(toStoredPlant(newPlant), when));
  }

  #take(isNext: (queued: QueuedFault) => boolean): Fault | undefined {
    const queued = this.#faults.find(isNext);
    if (queued) {
      queued.times -= 1;
      this.#faults = this.#faults.filter(({ times }) => times > 0);
      this.#changes.note();
    }
    return queued?.fault;
  }

  /** The faults as JSON can show them. */
  list(): readonly unknown[] {
    return this.#faults.map(({ when, fault, times }) =>
      toPlainValue(when ? { when, fault, ...(times < Number.POSITIVE_INFINITY && { times }) } : fault),
    );
  }

  remove(number: number): boolean {
    const count = this.#faults.length;
    this.#faults = this.#faults.filter((queued) => queued.number !== number);
    this.#changes.tell();
    return this.#faults.length < count;
  }

  clear(): void {
    this.#faults = [];
    this.#changes.tell();
  }
}

function toPlainValue(value: unknown): unknown {
  if (typeof value === "function") {
    return "function";
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainValue(member)]))
    : value;
}

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
  refuseUnknown(unknown, ["times"], name, "option");
  if (!(times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) > 0))) {
    throw new InvalidInputError(`${name}: times must be an integer of 1 or more`);
  }
  const condition = checkCondition(when, name === "fault" ? "condition" : `${name}: condition`, form);
  return { when: condition, fault: checkFault(fault, name, form), times: Number(times) };
}

/** Reads one fault or an array of them, each with or without a condition: `{ when, fault, times }`. */
export function faultsFromJson(text: string): QueuedFault[] {
  const { value, exact } = parseJson(text);
  const [values, exactValues] = Array.isArray(value) ? [value, exact as unknown[]] : [[value], [exact]];
  return values.map((queued, index) => {
    const name = faultName(values, index);
    if (!isRecord(queued) || !("when" in queued || "times" in queued)) {
      return { fault: checkFault(queued, name, "JSON"), times: 1 };
    }
    const { when, fault, ...options } = ownProperties(queued);
    const condition = restoreId(when, (exactValues[index] as typeof queued).when);
    return checkFaultWhen(condition, fault, options, name, "JSON");
  });
}

const NAMES = Object.keys(FAULT_KINDS).map((name) => `"${name}"`);
const ERROR_FIELDS = ["error", "message", "status", "headers"];
const FIELDS = [...ERROR_FIELDS, "delayMs", "creates", "fault"];

function checkFault(value: unknown, name: string, form?: "JSON"): Fault {
  if (typeof value === "function" || isNamedFault(value)) {
    return value as Fault;
  }
  if (!isRecord(value)) {
    const forms = [...NAMES, "{ error, message, status, headers, delayMs, creates }", "{ fault, delayMs, creates }"];
    const last = form === "JSON" ? ["{ delayMs, creates }"] : ["{ delayMs, creates }", "a function"];
    throw new InvalidInputError(`${name} must be ${listChoices([...forms, ...last])}`);
  }
  refuseUnknown(value, form === "JSON" ? [...FIELDS, "when", "times"] : FIELDS, name);
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
  validate(errorSchema, fields)
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
  // Some DOM implementations make Headers of null, such as happy-dom.
  if (!isRecord(headers)) {
    return false;
  }
  try {
    // Headers refuses line breaks only, and node:http all control characters.
    return [...new Headers(headers as Record<string, string>)].every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  } catch {
    return false;
  }
}

/** What a fault does, apart from functions, which are called. */
export interface FaultEffect extends Pick<FaultKind, "delayMs" | "response"> {
  readonly createsFirst: boolean;
}

export const NO_EFFECT: FaultEffect = { delayMs: 0, createsFirst: false, response: undefined };

export function toEffect(fault: Fault | undefined): FaultEffect {
  if (fault === undefined || typeof fault === "function") {
    return NO_EFFECT;
  }
  if (typeof fault === "string") {
    return { createsFirst: false, ...FAULT_KINDS[fault] };
  }
  const { delayMs = 0, creates: createsFirst = false } = fault;
  if ("error" in fault) {
    const { error, message, status = 400, headers } = fault;
    const response = () => jsonResponse(status, { error, message }, Object.fromEntries(new Headers(headers)));
    return { delayMs, createsFirst, response };
  }
  const named = toEffect("fault" in fault ? fault.fault : undefined);
  return { delayMs: delayMs + named.delayMs, createsFirst, response: named.response };
}
