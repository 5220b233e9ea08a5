import { isFunction } from "../../shared/option-checks.ts";
import { createRedactor } from "../../shared/token.ts";

/** Objects with more in them aren't searched, such as those with a socket. */
const MAX_VALUES = 10_000;

/** Whether a text in what was thrown quotes one of the tokens, at any depth. True if it can't be searched, too. */
export function mayQuoteToken(thrown: unknown, tokens: Iterable<string>): boolean {
  const redact = createRedactor(tokens);
  try {
    const values = new Set([thrown]);
    for (const value of values) {
      if (values.size > MAX_VALUES) {
        return true;
      }
      if (Object(value) === value) {
        for (const member of listMembers(value as object)) {
          values.add(member);
        }
      } else if (redact(String(value)) !== String(value)) {
        return true;
      }
    }
    return false;
  } catch {
    return true;
  }
}

/** Lists what an object has in it: its members, those that errors and requests inherit, and entries, as of `Headers`. */
function listMembers(value: object): readonly unknown[] {
  if (ArrayBuffer.isView(value)) {
    return [];
  }
  const object = value as Record<PropertyKey, unknown> & Iterable<unknown>;
  const entries = isFunction(object.entries) && !Array.isArray(value) ? [...object] : [];
  // Not the prototype of a class, whose getters throw there.
  const ownNames = isFunction(value) ? Object.keys(value) : Reflect.ownKeys(value);
  const names = [...ownNames, "message", "stack", "cause", "headers", "href", "url", "source"];
  return [...entries, ...names, ...names.map((name) => object[name])];
}
