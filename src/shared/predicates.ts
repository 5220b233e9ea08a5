export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isFunction = (value: unknown): boolean => typeof value === "function";

/** Recognizes an AbortSignal of any realm, for which `instanceof` fails. React Native's has no `throwIfAborted`. */
export function isSignal(value: unknown): boolean {
  const { aborted, addEventListener, removeEventListener } = Object(value);
  return typeof aborted === "boolean" && isFunction(addEventListener) && isFunction(removeEventListener);
}
