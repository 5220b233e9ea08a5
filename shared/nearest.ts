import { toSafeLine } from "./text.ts";

/** `url` is near to `baseUrl` (0.6), `date` isn't near to `name` (0.5). */
const MIN_LIKENESS = 0.55;

/** How many names are compared. A body of 1 MiB may have 100,000. */
const MAX_NAMES = 1_000;

/** Returns the name with most letters in common: `timout` → `timeoutMs`, `retry` → `retries`. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return names
    .slice(0, MAX_NAMES)
    .map((known) => ({ known, likeness: likeness(name, known) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)[0]?.known;
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const others = known.length > 0 ? `. Known: ${known.join(", ")}` : "";
  return `unknown ${kind} ${toSafeLine(name, 40)}${nearest ? `, did you mean ${nearest}?` : others}`;
}

/** Returns the share of the letters of two names that both have in the same order, from 0 to 1. */
function likeness(name: string, other: string): number {
  const total = name.length + other.length;
  // Not even if one contains the other. A name in a body may have a million letters.
  if (2 * Math.min(name.length, other.length) < MIN_LIKENESS * total) {
    return 0;
  }
  return (2 * countCommon(name.toLowerCase(), other.toLowerCase())) / total;
}

/** Returns the length of the longest common subsequence. */
function countCommon(a: string, b: string): number {
  /** For each letter of `b`, the length up to it. */
  let counts = Array.from(b, () => 0);
  for (const letter of a) {
    let before = 0;
    let diagonal = 0;
    counts = counts.map((above, index) => {
      before = letter === b[index] ? diagonal + 1 : Math.max(above, before);
      diagonal = above;
      return before;
    });
  }
  return Math.max(0, ...counts);
}
