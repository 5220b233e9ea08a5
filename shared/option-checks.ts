import { MAX_TIMER_MS } from "./limits.ts";
import { unknownName } from "./nearest.ts";

/** Returns what is wrong with a value, starting with its name. */
export type Check = (value: unknown, name: string) => string | undefined;

/** A check for each option. A missing check is a compiler error. */
export type Checks<T> = { readonly [Name in keyof T]-?: Check };

/** A copy of options without those that are undefined. */
export type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/**
 * Checks the options, and copies those that are defined.
 *
 * @throws `TypeError` with all problems.
 */
export function readValidOptions<T extends object>(checks: Checks<T>, input: T): Defined<T> {
  if (!isObject(input)) {
    throw new TypeError("Invalid options: expected an object");
  }
  const { members, problems } = checkMembers(checks, input, "option");
  if (problems.length > 0) {
    throw new TypeError(`Invalid options: ${problems.join("; ")}`);
  }
  return members;
}

/** Copies the members of an object that are defined, and says all that is wrong with it. `kind` is the word for a member. */
export function checkMembers<T extends object>(checks: Checks<T>, input: object, kind: string) {
  const known = Object.keys(checks) as (string & keyof T)[];
  const members = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Defined<T>;
  const unknown = Object.keys(members).filter((name) => !known.includes(name as keyof T & string));
  const problems = [
    ...known.map((name) => checks[name](members[name], name)).filter((problem) => problem !== undefined),
    ...unknown.map((name) => unknownName(kind, name, known)),
  ];
  return { members, problems };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isFunction = (value: unknown): boolean => typeof value === "function";

/** Recognizes an AbortSignal of any realm, for which `instanceof` fails. React Native's has no `throwIfAborted`. */
export function isSignal(value: unknown): boolean {
  const { aborted, addEventListener, removeEventListener } = Object(value);
  return typeof aborted === "boolean" && isFunction(addEventListener) && isFunction(removeEventListener);
}

/** Makes a check of an optional value. `requirement` follows the name: "must be a function". */
export const optional =
  (isValid: (value: unknown) => boolean, requirement: string): Check =>
  (value, name) =>
    value === undefined || isValid(value) ? undefined : `${name} ${requirement}`;

export const optionalFunction: Check = /* @__PURE__ */ optional(isFunction, "must be a function");

export const optionalSignal: Check = /* @__PURE__ */ optional(isSignal, "must be an AbortSignal");

export const optionalTimeout: Check = /* @__PURE__ */ optional(
  (ms) => typeof ms === "number" && ms >= 1 && ms <= MAX_TIMER_MS,
  `must be a number of milliseconds from 1 to ${MAX_TIMER_MS}`,
);

export const optionalDelay: Check = /* @__PURE__ */ optional(
  (ms) => typeof ms === "number" && ms >= 0 && ms <= MAX_TIMER_MS,
  `must be a number of milliseconds from 0 to ${MAX_TIMER_MS}`,
);
