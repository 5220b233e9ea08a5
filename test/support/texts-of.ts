/** All texts that a logger could find in a value, such as an error with its causes and properties. */
export function textsOf(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== "object" || value === null || seen.has(value)) {
    return String(value);
  }
  seen.add(value);
  const names = ["message", "stack", "cause", "errors", ...Object.getOwnPropertyNames(value)];
  return names.map((name) => textsOf((value as Record<string, unknown>)[name], seen)).join("\n");
}
