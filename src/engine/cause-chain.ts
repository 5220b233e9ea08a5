import { isFunction } from "../../shared/option-checks.ts";
import type { Redact } from "../../shared/token.ts";

/** A longer chain isn't read to its end: a `cause` may be a getter that returns a new error each time. */
const MAX_CHAIN_LENGTH = 20;

/** Lists what was thrown, its `cause` and its `errors`, then theirs, each once. The last one with a message has the reason. */
export function listCauseChain(thrown: unknown): readonly unknown[] {
  const chain = new Set([thrown]);
  // A loop over a set visits what is added meanwhile.
  for (const error of chain) {
    for (const cause of listCauses(error)) {
      chain.add(cause);
    }
    if (chain.size > MAX_CHAIN_LENGTH) {
      break;
    }
  }
  return [...chain];
}

/** Whether a chain has more errors than are read. */
export const isTooLong = (chain: readonly unknown[]): boolean => chain.length > MAX_CHAIN_LENGTH;

export function listCauses(error: unknown): readonly unknown[] {
  const { cause, errors } = Object(error);
  return [cause, ...(Array.isArray(errors) ? errors : [])].filter((next) => next !== undefined && next !== null);
}

/** Returns the message of what was thrown, or its code. */
export function readReason(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) {
    return String(thrown ?? "");
  }
  const { message, code } = thrown as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || "");
}

/** Objects with more in them aren't searched, such as those with a socket. */
const MAX_VALUES = 10_000;

/** Whether a text in what was thrown quotes the token, at any depth. True if it can't be searched, too. */
export function mayQuoteToken(thrown: unknown, redact: Redact): boolean {
  try {
    const values = new Set([thrown]);
    for (const value of values) {
      if (values.size > MAX_VALUES || (typeof value === "string" && redact(value) !== value)) {
        return true;
      }
      for (const member of listMembers(value)) {
        values.add(member);
      }
    }
    return false;
  } catch {
    return true;
  }
}

/** Lists what an object has in it: its members, those that errors and requests inherit, and entries, as of `Headers`. */
function listMembers(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) {
    return [];
  }
  const object = value as Record<PropertyKey, unknown> & Iterable<unknown>;
  const entries = isFunction(object.entries) && !Array.isArray(value) ? [...object] : [];
  const names = [...Reflect.ownKeys(value), "message", "stack", "cause", "headers", "href"];
  return [...entries, ...names, ...names.map((name) => object[name])];
}
