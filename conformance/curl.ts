import { escapeUnprintable } from "../shared/text.ts";
import { REDACTED_AUTHORIZATION } from "../shared/token.ts";
import type { Case } from "./cases.ts";

/**
 * Writes a command for a POSIX shell that sends a case, with `$PLANT_STORE_TOKEN` for the token. Returns `null` if the body
 * isn't printable text.
 */
export function toCurl(url: string, testCase: Pick<Case, "method" | "headers" | "body">): string | null {
  const { method, headers, body = "" } = testCase;
  if (typeof body !== "string" || escapeUnprintable(body) !== body) {
    return null;
  }
  const lines = Object.entries(headers).map(([name, value]) =>
    value === REDACTED_AUTHORIZATION ? '"Authorization: Bearer $PLANT_STORE_TOKEN"' : quote(`${name}: ${value}`),
  );
  // Without the header "content-type:", curl adds a type of its own to a body.
  const untyped = body !== "" && headers["content-type"] === undefined ? ["'content-type:'"] : [];
  return [
    `curl --include --globoff ${quote(url)} --request ${method}`,
    ...[...lines, ...untyped].map((line) => `--header ${line}`),
    ...(body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" ");
}

const quote = (text: string): string =>
  /^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
