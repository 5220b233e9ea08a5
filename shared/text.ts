const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** Escapes what a terminal or a log viewer would interpret. Within a JSON string, the value stays the same. */
export const escapeUnprintable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Makes one printable line of a text, cut to `maxLength`. */
export function toSafeLine(text: string, maxLength: number): string {
  // Cut first, since the text may be long, and again, since escapes are longer. No cut leaves half a character or escape.
  const isLong = text.length > maxLength;
  const start = isLong ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") : text;
  const line = escapeUnprintable(start.replace(/\s+/g, " ").trim());
  return isLong || line.length > maxLength
    ? `${line.slice(0, maxLength - 1).replace(/\\(?:u[\da-f]{0,3})?$|[\ud800-\udbff]$/, "")}…`
    : line;
}
