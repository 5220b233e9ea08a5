import { toSafeLine } from "./text.ts";

/** The part of the longer name that must be the same: `url` is near to `baseUrl` (3 of 7 letters), `abxyz` not to `abcde` (2 of 5). */
const MIN_LIKENESS = 0.41;

/** How many names are compared. A body of 1 MiB may have 100,000. */
const MAX_NAMES = 1_000;

/** Returns the name most like another one, by start and end: `timout` → `timeoutMs`, `retry` → `retries`. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return names
    .slice(0, MAX_NAMES)
    .filter((each) => likeness(name, each) >= MIN_LIKENESS)
    .sort((a, b) => likeness(name, b) - likeness(name, a))[0];
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const others = known.length > 0 ? `. Known: ${known.join(", ")}` : "";
  return `unknown ${kind} ${toSafeLine(name, 40)}${nearest ? `, did you mean ${nearest}?` : others}`;
}

/** Returns how much of the longer name both start and end with, from 0 to 1. */
function likeness(name: string, other: string): number {
  const a = toComparable(name);
  const b = toComparable(other);
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

/** Removes the unit, which a misspelled name may lack: `timout` means `timeoutMs`. */
const toComparable = (name: string): string => name.replace(/Ms$/, "").toLowerCase();
