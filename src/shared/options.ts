import { MAX_TIMER_MS } from "./limits.ts";
import { unknownName } from "./nearest.ts";

/** A problem with a value, and the path to it: a Standard Schema issue. */
export interface InputIssue {
  /** The problem. It never quotes the value, which may be a secret. */
  readonly message: string;
  /** The path to the field, such as `["id"]`. Absent when the problem is the value as a whole. */
  readonly path?: readonly string[] | undefined;
}

/** Returns what is wrong with a value, starting with its name. */
export type Check = (value: unknown, name: string) => string | undefined;

/** A check for each option. An option without one is a compiler error. */
export type Checks<T> = { readonly [Name in keyof T]-?: Check };

export const isFunction = (value: unknown): boolean => typeof value === "function";

/** Makes a check of an optional value. `requirement` follows the name: "must be a function". */
export const optional =
  (isValid: (value: unknown) => boolean, requirement: string): Check =>
  (value, name) =>
    value === undefined || isValid(value) ? undefined : `${name} ${requirement}`;

export const optionalFunction: Check = /* @__PURE__ */ optional(isFunction, "must be a function");

export const optionalTimeout: Check = /* @__PURE__ */ optional(
  (ms) => typeof ms === "number" && ms >= 1 && ms <= MAX_TIMER_MS,
  `must be a number from 1 to ${MAX_TIMER_MS}`,
);

/**
 * Copies the options and checks each. Only own properties count, so that a polluted `Object.prototype` can't set an option.
 */
export function readOptions<T extends object>(checks: Checks<T>, given: T): { options: T; issues: InputIssue[] } {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { options: given, issues: [{ message: "expected an object" }] };
  }
  const options: T = { __proto__: null, ...given };
  const known = Object.keys(checks) as (string & keyof T)[];
  const issues: InputIssue[] = [];
  for (const name of new Set([...known, ...(Object.keys(options) as typeof known)])) {
    const message = known.includes(name) ? checks[name](options[name], name) : unknownName("option", name, known);
    if (message) {
      issues.push({ message, path: [name] });
    }
  }
  return { options, issues };
}

/** @throws `TypeError` with all problems. */
export function readValidOptions<T extends object>(checks: Checks<T>, given: T): T {
  const { options, issues } = readOptions(checks, given);
  if (issues.length > 0) {
    throw new TypeError(`Invalid options: ${issues.map(({ message }) => message).join("; ")}`);
  }
  return options;
}
