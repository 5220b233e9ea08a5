import { CONNECTION_HEADERS } from "./connection-headers.ts";
import { escapeUnprintable } from "./text.ts";

// curl sets the headers of its connection. With `accept-encoding`, it would print a compressed body.
const OMITTED_HEADERS = [...CONNECTION_HEADERS, "accept-encoding"];

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. `Bearer [redacted]` becomes the variable PLANT_STORE_TOKEN. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Returns a command for a POSIX shell that repeats the request, or `undefined` if the request isn't printable text. */
export function toCurl(
  { method, url, headers, body = "" }: CurlRequest,
  { command = "curl", separator = " \\\n  " } = {},
): string | undefined {
  if (typeof body !== "string" || !isPrintable(body) || !isAscii([url, ...Object.values(headers)].join(""))) {
    return undefined;
  }
  const headerLines = Object.entries(headers)
    .filter(([name]) => !OMITTED_HEADERS.includes(name))
    .map(([name, value]) =>
      value === "Bearer [redacted]" ? '"Authorization: Bearer $PLANT_STORE_TOKEN"' : quote(`${name}: ${value}`),
    );
  // Without the header "content-type:", curl adds a type of its own to a body.
  const untyped = body !== "" && headers["content-type"] === undefined ? ["'content-type:'"] : [];
  return [
    `${command} --globoff ${quote(url)}`,
    `--request ${quote(method)}`,
    ...[...headerLines, ...untyped].map((line) => `--header ${line}`),
    ...(body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ].join(separator);
}

function isPrintable(body: string): boolean {
  const lines = body.replaceAll("\n", "");
  return escapeUnprintable(lines) === lines;
}

/** Whether curl sends the text as `fetch` did. `fetch` sends other characters of a header as one byte, and curl as UTF-8. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const quote = (text: string): string =>
  /^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
