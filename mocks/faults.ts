import { type ErrorRecord, errorSchema, type NewPlant, validate } from "../src/schemas.ts";
import { MAX_TIMER_MS } from "../src/shared/limits.ts";
import { InvalidInputError, ownProperties, refuseUnknown } from "./invalid-input.ts";
import { readField, readObject, scanJson } from "./json.ts";
import { jsonResponse, type MockResponse } from "./messages.ts";
import { checkCondition, matchesCondition, type PlantCondition, toStoredPlant } from "./store.ts";

const NAMED_FAULTS = ["connection", "timeout", "malformed", "html"] as const;

/** A fault with a name. */
export type NamedFault = (typeof NAMED_FAULTS)[number];

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
        /** The status of the response: one from 200 to 599 that allows a body. @default 400 */
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

export interface QueuedFault {
  readonly when?: PlantCondition;
  readonly fault: Fault;
  times: number;
}

export interface NumberedFault extends QueuedFault {
  readonly number: number;
}

/** The options of `mock.failWhen`. */
export interface FailWhenOptions {
  /** How many matching requests fail. @default Infinity */
  times?: number | undefined;
}

export class FaultQueue {
  readonly #onChange: () => void;
  #faults: NumberedFault[] = [];
  #count = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(faults: readonly QueuedFault[]): void {
    const numbered = faults.map((queued) => {
      this.#count += 1;
      return { ...queued, number: this.#count };
    });
    this.#faults = [...this.#faults, ...numbered].sort((a, b) => Number("when" in a) - Number("when" in b));
    this.#onChange();
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
      this.#filter(({ times }) => times > 0);
    }
    return queued?.fault;
  }

  entries(): ReadonlyMap<number, unknown> {
    return new Map(
      this.#faults.map(({ number, when, fault, times }) => [
        number,
        when ? show({ when, fault, ...(times < Number.POSITIVE_INFINITY && { times }) }) : show(fault),
      ]),
    );
  }

  list(): readonly unknown[] {
    return [...this.entries().values()];
  }

  remove(number: number): boolean {
    return this.#filter((queued) => queued.number !== number);
  }

  clear(): void {
    this.#filter(() => false);
  }

  #filter(isLeft: (queued: NumberedFault) => boolean): boolean {
    const left = this.#faults.filter(isLeft);
    const isChanged = left.length < this.#faults.length;
    this.#faults = left;
    this.#onChange();
    return isChanged;
  }
}

function show(value: unknown): unknown {
  if (typeof value === "function") {
    return "function";
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, show(member)]))
    : value;
}

export const checkFaults = (faults: readonly unknown[]): QueuedFault[] =>
  faults.map((fault, index) => ({ fault: checkFault(fault, faultName(faults, index)), times: 1 }));

const faultName = (faults: readonly unknown[], index: number) => (faults.length > 1 ? `faults[${index}]` : "fault");

export function checkFaultWhen(
  when: unknown,
  fault: unknown,
  options: { readonly times?: unknown } = {},
  name = "fault",
): QueuedFault {
  if (typeof options !== "object" || options === null) {
    throw new InvalidInputError(`${name}: the options must be an object, such as { times: 2 }`);
  }
  const { times = Number.POSITIVE_INFINITY, ...unknown } = ownProperties(options);
  refuseUnknown(unknown, ["times"], name, "option");
  if (!(times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) > 0))) {
    throw new InvalidInputError(`${name}: times must be an integer of 1 or more`);
  }
  const condition = checkCondition(when, name === "fault" ? "condition" : `${name}: condition`);
  return { when: condition, fault: checkFault(fault, name), times: Number(times) };
}

export function parseFaults(json: string): QueuedFault[] {
  const values = scanJson(json, (scanner) => scanner.array(() => readFault(scanner.value())));
  return values.map((value, index) => {
    const name = faultName(values, index);
    if (typeof value !== "object" || value === null || !("when" in value)) {
      return { fault: checkFault(value, name, true), times: 1 };
    }
    const { when, fault, ...options }: { when: unknown; fault?: unknown } = ownProperties(value);
    return checkFaultWhen(when, fault, options, name);
  });
}

const readFault = (json: string): unknown =>
  readObject(json, (name, member) => (name === "when" && readObject(member)) || readField(name, member)) ??
  readField("fault", json);

const NAMES = NAMED_FAULTS.map((name) => `"${name}"`);
const FIELDS = ["error", "message", "status", "headers", "delayMs", "fault"];

function checkFault(value: unknown, name: string, isJson = false): Fault {
  if (typeof value === "function" || isNamedFault(value)) {
    return value as Fault;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidInputError(
      `${name} must be ${NAMES.join(", ")}, { error, message, status, headers, delayMs }, { fault, delayMs }${isJson ? " or { delayMs }" : ", { delayMs } or a function"}`,
    );
  }
  refuseUnknown(value, isJson ? [...FIELDS, "when", "times"] : FIELDS, name);
  const defined = Object.entries(value).filter(([, member]) => member !== undefined);
  const fields = ownProperties<Record<string, unknown>>(Object.fromEntries(defined));
  const problem = faultProblem(fields);
  if (problem) {
    throw new InvalidInputError(`${name}: ${problem}`);
  }
  return Object.freeze(fields) as Fault;
}

function faultProblem(fields: Record<string, unknown>): string | undefined {
  const { error, message, status, headers, delayMs, fault } = fields;
  const isError = [error, message, status, headers].some((value) => value !== undefined);
  const isOther = fault !== undefined || delayMs !== undefined;
  const problems = [
    delayMs !== undefined && delayProblem(delayMs),
    fault !== undefined && !isNamedFault(fault) && `fault must be ${NAMES.slice(0, -1).join(", ")} or ${NAMES.at(-1)}`,
    fault !== undefined && isError && "fault can't be combined with error, message, status or headers",
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

export const delayProblem = (ms: unknown): string | undefined =>
  typeof ms === "number" && ms >= 0 && ms <= MAX_TIMER_MS
    ? undefined
    : `delayMs must be a number of milliseconds from 0 to ${MAX_TIMER_MS}`;

const isNamedFault = (value: unknown): value is NamedFault => (NAMED_FAULTS as readonly unknown[]).includes(value);

const isStatusWithBody = (status: unknown): boolean =>
  /^[2-5]\d\d$/.test(String(status)) && typeof status === "number" && ![204, 205, 304].includes(status);

function areHeaders(headers: unknown): boolean {
  // Some DOM implementations make Headers of null, such as happy-dom.
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

export function faultDelayMs(fault: Fault | undefined): number {
  const isTimeout = fault === "timeout" || (typeof fault === "object" && "fault" in fault && fault.fault === "timeout");
  if (isTimeout) {
    return Number.POSITIVE_INFINITY;
  }
  return (typeof fault === "object" && fault.delayMs) || 0;
}

const NAMED_RESPONSES: Readonly<Partial<Record<NamedFault, () => MockResponse>>> = {
  connection: () => Response.error(),
  malformed: () => ({ ...jsonResponse(200, {}), body: '{"name":"Monstera' }),
  html: () => ({
    status: 502,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
  }),
};

export function faultResponse(fault: Exclude<Fault, (request: Request) => unknown>): MockResponse | undefined {
  if (typeof fault === "string") {
    return NAMED_RESPONSES[fault]?.();
  }
  if ("error" in fault) {
    const { error, message, status = 400, headers } = fault;
    return jsonResponse(status, { error, message }, Object.fromEntries(new Headers(headers)));
  }
  return "fault" in fault ? faultResponse(fault.fault) : undefined;
}
