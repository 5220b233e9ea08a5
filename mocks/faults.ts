import { MAX_TIMER_MS } from "../src/rules/limits.ts";
import { type ErrorRecord, errorSchema, type NewPlant, validate } from "../src/schemas.ts";
import { InvalidInputError, ownProperties, refuseUnknown } from "./invalid-input.ts";
import { type JsonScanner, scanJson } from "./json.ts";
import { jsonResponse, type MockResponse } from "./messages.ts";
import { checkCondition, matchesCondition, type PlantCondition, toStoredPlant } from "./store.ts";

const NAMED_FAULTS = ["connection", "timeout", "malformed", "html"] as const;

/** A fault with a name. */
export type NamedFault = (typeof NAMED_FAULTS)[number];

/** What `{ error, message }` and `{ fault }` have in common. */
interface Delayed {
  /** The delay of the response, in milliseconds. */
  readonly delayMs?: number | undefined;
}

/**
 * What goes wrong with a request:
 * - `{ error, message, status?, headers?, delayMs? }`: responds with this Error, with status 400 by default;
 * - `"connection"`: drops the connection without a response;
 * - `"timeout"`: never responds;
 * - `"malformed"`: responds with 200 and broken JSON;
 * - `"html"`: responds with 502 and an HTML page, as a proxy does;
 * - `{ fault, delayMs? }`: one of these four, late;
 * - `{ delayMs }`: responds as usual, but late;
 * - a function: responds with the `Response` that it returns for the `Request`.
 */
export type Fault =
  | NamedFault
  | (ErrorRecord &
      Delayed & {
        /**
         * The status of the response: one from 200 to 599 that allows a body.
         *
         * @default 400
         */
        readonly status?: number | undefined;
        /** More headers of the response. */
        readonly headers?: Readonly<Record<string, string>> | undefined;
      })
  | (Delayed & {
      /** The named fault. */
      readonly fault: NamedFault;
    })
  | {
      /** The delay of the usual response, in milliseconds. */
      readonly delayMs: number;
    }
  | ((request: Request) => Response | Promise<Response>);

/** A fault in the queue. One with a condition waits for requests whose NewPlant matches. */
export interface QueuedFault {
  readonly when?: PlantCondition;
  readonly fault: Fault;
  /** How many more requests it is for. */
  times: number;
}

interface NumberedFault extends QueuedFault {
  readonly number: number;
}

/** The options of `mock.failWhen`. */
export interface FailWhenOptions {
  /**
   * How many matching requests fail.
   *
   * @default Infinity
   */
  times?: number | undefined;
}

const FAULT_FIELDS = ["error", "message", "status", "headers", "delayMs", "fault"];
const NO_BODY: readonly unknown[] = [204, 205, 304];

/** The faults for the next requests. Those without a condition go first, then those with one, each in order. */
export class FaultQueue {
  readonly #onChange: () => void;
  #faults: NumberedFault[] = [];
  #count = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(faults: readonly QueuedFault[]): void {
    for (const queued of faults) {
      this.#count += 1;
      this.#faults.push({ ...queued, number: this.#count });
    }
    this.#onChange();
  }

  /** Takes the next fault without a condition. A request does so when it arrives, before its body has. */
  takeNext(): Fault | undefined {
    return this.#take(({ when }) => when === undefined);
  }

  /** Takes the first fault whose condition matches. */
  takeMatching(newPlant: NewPlant): Fault | undefined {
    return this.#take(({ when }) => when !== undefined && matchesCondition(toStoredPlant(newPlant), when));
  }

  #take(isNext: (queued: QueuedFault) => boolean): Fault | undefined {
    const queued = this.#faults.find(isNext);
    if (queued) {
      queued.times -= 1;
      this.#faults = this.#faults.filter(({ times }) => times > 0);
      this.#onChange();
    }
    return queued?.fault;
  }

  /** The faults as JSON can show them, in the order in which they go. */
  list(): readonly unknown[] {
    return [...this.entries().values()];
  }

  /** The same, by number. A fault keeps its number. */
  entries(): ReadonlyMap<number, unknown> {
    const isConditional = ({ when }: QueuedFault) => Number(when !== undefined);
    return new Map(
      [...this.#faults]
        .sort((a, b) => isConditional(a) - isConditional(b))
        .map(({ number, when, fault, times }) => [
          number,
          when === undefined
            ? show(fault)
            : { when: show(when), fault: show(fault), ...(times < Number.POSITIVE_INFINITY && { times }) },
        ]),
    );
  }

  /** Removes a fault by its number. Returns whether there was one. */
  remove(number: number): boolean {
    const left = this.#faults.filter((queued) => queued.number !== number);
    const isQueued = left.length < this.#faults.length;
    this.#faults = left;
    this.#onChange();
    return isQueued;
  }

  clear(): void {
    this.#faults = [];
    this.#onChange();
  }
}

/** A function, or an object with functions, as JSON can show it. */
function show(value: unknown): unknown {
  if (typeof value === "function") {
    return "function";
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, show(member)]))
    : value;
}

/**
 * Checks the faults of `mock.failNext`.
 *
 * @throws {InvalidInputError} when one is invalid.
 */
export function checkFaults(faults: readonly unknown[]): QueuedFault[] {
  return faults.map((fault, index) => ({
    fault: checkFault(fault, faults.length > 1 ? `faults[${index}]` : "fault"),
    times: 1,
  }));
}

/**
 * Checks what `mock.failWhen` was given.
 *
 * @throws {InvalidInputError} when the condition, the fault or `times` is invalid.
 */
export function checkFaultWhen(
  when: unknown,
  fault: unknown,
  options: { readonly times?: unknown } = {},
  name = "fault",
): QueuedFault {
  const { times = Number.POSITIVE_INFINITY, ...unknown } = ownProperties(options);
  refuseUnknown(unknown, ["times"], name, "option");
  if (!(times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) > 0))) {
    throw new InvalidInputError(`${name}: times must be an integer of 1 or more`);
  }
  const condition = checkCondition(when, name === "fault" ? "condition" : `${name}: condition`);
  return { when: condition, fault: checkFault(fault, name), times: Number(times) };
}

/**
 * Reads faults for the control API: a fault, `{ when, fault, times }`, or an array of them. Ids in conditions are exact.
 *
 * @throws {InvalidInputError} when the text isn't JSON, or a fault is invalid. JSON can't hold a function.
 */
export function parseFaults(json: string): QueuedFault[] {
  const values = scanJson(json, (scanner) => scanner.array(() => readFault(scanner)));
  return values.map((value, index) => {
    const name = values.length > 1 ? `faults[${index}]` : "fault";
    if (typeof value !== "object" || value === null || !("when" in value)) {
      return { fault: checkFault(value, name, ["when", "times"]), times: 1 };
    }
    const { when, fault, ...options }: { when: unknown; fault?: unknown } = ownProperties(value);
    return checkFaultWhen(when, fault, options, name);
  });
}

function readFault(scanner: JsonScanner): unknown {
  const readMember = (name: string) =>
    name === "when" && scanner.isAtObject() ? scanner.object((field) => scanner.field(field)) : scanner.field(name);
  return scanner.isAtObject() ? scanner.object(readMember) : scanner.field("fault");
}

/** @param conditional - the fields of a fault with a condition, where the value may be one. JSON can't hold a function. */
function checkFault(value: unknown, name: string, conditional?: readonly string[]): Fault {
  if (typeof value === "function" || isNamedFault(value)) {
    return value as Fault;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidInputError(
      `${name} must be "connection", "timeout", "malformed", "html", { error, message, status, headers, delayMs }, { fault, delayMs }${conditional ? " or { delayMs }" : ", { delayMs } or a function"}`,
    );
  }
  const fields = ownProperties<Record<string, unknown>>({ ...value });
  refuseUnknown(fields, [...FAULT_FIELDS, ...(conditional ?? [])], name);
  for (const [field, member] of Object.entries(fields)) {
    if (member === undefined) {
      delete fields[field];
    }
  }
  const problem = faultProblem(fields);
  if (problem) {
    throw new InvalidInputError(`${name}: ${problem}`);
  }
  return Object.freeze(fields) as Fault;
}

function faultProblem(fields: Record<string, unknown>): string | undefined {
  const { error, message, status, headers, delayMs, fault } = fields;
  if (delayMs !== undefined && !(typeof delayMs === "number" && delayMs >= 0 && delayMs <= MAX_TIMER_MS)) {
    return `delayMs must be a number of milliseconds from 0 to ${MAX_TIMER_MS}`;
  }
  const isError = [error, message, status, headers].some((value) => value !== undefined);
  if (fault !== undefined) {
    if (!isNamedFault(fault)) {
      return 'fault must be "connection", "timeout", "malformed" or "html"';
    }
    return isError ? "fault can't be combined with error, message, status or headers" : undefined;
  }
  if (!isError) {
    return delayMs === undefined ? "error is required; message is required" : undefined;
  }
  const { issues } = validate(errorSchema, fields);
  if (issues) {
    return issues.map(({ message }) => message).join("; ");
  }
  if (status !== undefined && !isStatusWithBody(status)) {
    return "status must be an integer from 200 to 599 that allows a body";
  }
  return headers === undefined || areHeaders(headers)
    ? undefined
    : "headers must be an object of valid header names and values";
}

const isNamedFault = (value: unknown): value is NamedFault => (NAMED_FAULTS as readonly unknown[]).includes(value);

/** Whether a response with a body can have this status. */
const isStatusWithBody = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599 && !NO_BODY.includes(status);

function areHeaders(headers: unknown): boolean {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) {
    return false;
  }
  try {
    // Headers refuses line breaks only, and node:http all control characters.
    return [...new Headers(headers as Record<string, string>)].every(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  } catch {
    return false;
  }
}

/** How long the fault delays the response, in milliseconds. */
export function faultDelayMs(fault: Fault | undefined): number {
  if (typeof fault !== "object") {
    return fault === "timeout" ? Number.POSITIVE_INFINITY : 0;
  }
  return "fault" in fault && fault.fault === "timeout" ? Number.POSITIVE_INFINITY : (fault.delayMs ?? 0);
}

/** The response that a fault dictates, unless it is a function. `undefined` when the operation responds. */
export function faultResponse(fault: Exclude<Fault, (request: Request) => unknown>): MockResponse | undefined {
  if (typeof fault === "object") {
    if ("error" in fault) {
      const { error, message, status = 400, headers } = fault;
      return jsonResponse(status, { error, message }, Object.fromEntries(new Headers(headers)));
    }
    return "fault" in fault ? faultResponse(fault.fault) : undefined;
  }
  switch (fault) {
    case "connection":
      return Response.error();
    case "malformed":
      return { ...jsonResponse(200, {}), body: '{"name":"Monstera' };
    case "html":
      return {
        status: 502,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
      };
    /* v8 ignore next 2 -- "timeout" waits until an abort or a reset, so no request gets here. */
    default:
      return undefined;
  }
}
