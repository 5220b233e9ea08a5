import { isFunction } from "../../shared/option-checks.ts";
import type { Redact } from "../../shared/token.ts";

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
  const names = [...Reflect.ownKeys(value), "message", "stack", "cause", "headers", "href", "url"];
  return [...entries, ...names, ...names.map((name) => object[name])];
}
