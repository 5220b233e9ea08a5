// A token and the white space before it. Strings are unrolled: `(?:[^"\\]|\\.)*` overflows the stack at 8 MiB.
const TOKEN =
  /[\t\n\r ]*(?:[[\]{},:]|"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** The kind of a token is its first character, or "0" for a number or a literal. */
const toKind = (first = ""): string => ('"{}[],:'.includes(first) ? first : "0");

const VALUE = '"0{[';

/**
 * Says where a text stops being JSON: "line 1, column 8". Engines say it in different ways or not at all, and V8 quotes the
 * text, which may contain a secret.
 */
export function locateInvalidJson(text: string): string {
  /** The closing brackets that are missing. */
  const closing: string[] = [];
  let expected = VALUE;
  let end = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.test(text)) {
    const start = skipSpace(text, end);
    const kind = toKind(text[start]);
    if (!expected.includes(kind)) {
      break;
    }
    expected = expectAfter(kind, expected, closing);
    end = TOKEN.lastIndex;
  }
  const lines = text.slice(0, skipSpace(text, end)).split("\n");
  return `line ${lines.length}, column ${String(lines.at(-1)).length + 1}`;
}

function skipSpace(text: string, start: number): number {
  let index = start;
  while (" \t\n\r".includes(text[index] ?? "x")) {
    index += 1;
  }
  return index;
}

/** Returns the kinds of tokens that may follow. */
function expectAfter(kind: string, expected: string, closing: string[]): string {
  if (kind === "{" || kind === "[") {
    closing.push(kind === "{" ? "}" : "]");
    return kind === "{" ? '"}' : `${VALUE}]`;
  }
  if (kind === ",") {
    return closing.at(-1) === "}" ? '"' : VALUE;
  }
  if (kind === ":") {
    return VALUE;
  }
  if (kind === '"' && !expected.includes("0")) {
    // The name of a member.
    return ":";
  }
  if (kind === "}" || kind === "]") {
    closing.pop();
  }
  return closing.length > 0 ? `,${closing.at(-1)}` : "";
}
