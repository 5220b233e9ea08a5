import { toSafeLine } from "./text.ts";

/** Returns the known name most like a misspelled one, by start and end: `timeout` → `timeoutMs`, `retry` → `retries`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  return known.filter((each) => likeness(name, each) > 0.4).sort((a, b) => likeness(name, b) - likeness(name, a))[0];
}

/** Whether one name is probably the other, misspelled: `tags` and `tag`. Names such as `tag_id` aren't. */
export const isNearly = (name: string, other: string): boolean => likeness(name, other) >= 0.75;

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return `unknown ${kind} ${toSafeLine(name, 40)}${nearest ? `, did you mean ${nearest}?` : `. Known: ${known.join(", ")}`}`;
}

/** Returns how much of the longer name both start and end with, from 0 to 1. */
function likeness(name: string, other: string): number {
  const a = name.toLowerCase();
  const b = other.toLowerCase();
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) {
    end++;
  }
  return (start + end) / Math.max(a.length, b.length);
}
