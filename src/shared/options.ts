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

/** A check for each option. A missing check is a compiler error. */
export type Checks<T> = { readonly [Name in keyof T]-?: Check };

/** A copy of options without those that are undefined. */
export type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const NOT_AN_OBJECT: InputIssue = { message: "expected an object" };

export const isFunction = (value: unknown): boolean => typeof value === "function";

/** Recognizes an AbortSignal of any realm, for which `instanceof` fails. React Native's has no `throwIfAborted`. */
export const isSignal = (value: unknown): boolean =>
  typeof Object(value).aborted === "boolean" && isFunction(Object(value).addEventListener);

/** Makes a check of an optional value. `requirement` follows the name: "must be a function". */
export const optional =
  (isValid: (value: unknown) => boolean, requirement: string): Check =>
  (value, name) =>
    value === undefined || isValid(value) ? undefined : `${name} ${requirement}`;

export const optionalFunction: Check = /* @__PURE__ */ optional(isFunction, "must be a function");

export const optionalSignal: Check = /* @__PURE__ */ optional(isSignal, "must be an AbortSignal");

export const optionalTimeout: Check = /* @__PURE__ */ optional(
  (ms) => typeof ms === "number" && ms >= 1 && ms <= MAX_TIMER_MS,
  `must be a number from 1 to ${MAX_TIMER_MS}`,
);

/**
 * Checks the options, and copies those that are defined.
 *
 * @throws `TypeError` with all problems.
 */
export function readValidOptions<T extends object>(checks: Checks<T>, input: T): Defined<T> {
  if (!isObject(input)) {
    throw new TypeError("Invalid options: expected an object");
  }
  const known = Object.keys(checks) as (string & keyof T)[];
  const options = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Defined<T>;
  const unknown = Object.keys(options).filter((name) => !known.includes(name as keyof T & string));
  const problems = [
    ...known.map((name) => checks[name](options[name], name)).filter((problem) => problem !== undefined),
    ...unknown.map((name) => unknownName("option", name, known)),
  ];
  if (problems.length > 0) {
    throw new TypeError(`Invalid options: ${problems.join("; ")}`);
  }
  return options;
}
