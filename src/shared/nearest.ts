import { toSafeLine } from "./text.ts";

/** Returns the known name most like a misspelled one, by start and end: `timeout` → `timeoutMs`, `retry` → `retries`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const share = (candidate: string): number => sharedEnds(name.toLowerCase(), candidate.toLowerCase());
  return known.filter((each) => share(each) > 0.4).sort((a, b) => share(b) - share(a))[0];
}

export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return `unknown ${kind} ${toSafeLine(name, 40)}${nearest ? `, did you mean ${nearest}?` : `. Known: ${known.join(", ")}`}`;
}

function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) {
    start++;
  }
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) {
    end++;
  }
  return (start + end) / Math.max(a.length, b.length);
}
