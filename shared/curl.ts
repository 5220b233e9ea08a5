import { escapeUnprintable } from "./text.ts";
import { REDACTED, REDACTED_AUTHORIZATION } from "./token.ts";

export interface CurlRequest {
  readonly method: string;
  /** A URL, or the end of one. */
  readonly url: string;
  /** By name in lower case. A redacted bearer token becomes `token`. Other redacted headers are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/**
 * Returns curl's arguments that repeat a request, the URL first, quoted for a POSIX shell. Returns `undefined` if the request
 * isn't printable text.
 */
export function toCurlArguments(
  { method, url, headers, body = "" }: CurlRequest,
  token = "$PLANT_STORE_TOKEN",
): readonly string[] | undefined {
  if (typeof body !== "string" || !isPrintable(body) || !isAscii([url, ...Object.values(headers)].join(""))) {
    return undefined;
  }
  const lines = Object.entries(headers)
    .filter(([name]) => !OMITTED_HEADERS.includes(name))
    .flatMap(([name, value]) => {
      if (name === "authorization" && value === REDACTED_AUTHORIZATION) {
        return [`"Authorization: Bearer ${token}"`];
      }
      return value.includes(REDACTED) ? [] : [quote(`${name}: ${value}`)];
    });
  // Without the header "content-type:", curl adds a type of its own to a body.
  const untyped = body !== "" && headers["content-type"] === undefined ? ["'content-type:'"] : [];
  return [
    quote(url),
    `--request ${quote(method)}`,
    ...[...lines, ...untyped].map((line) => `--header ${line}`),
    ...(body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ];
}

/** Headers that an HTTP client sets for each connection. With a wrong value, `fetch` fails or never settles. */
const CONNECTION_HEADERS = [
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "expect",
  "keep-alive",
  "host",
];

// curl sets the headers of its connection. With `accept-encoding`, it would print a compressed body.
const OMITTED_HEADERS = [...CONNECTION_HEADERS, "accept-encoding"];

function isPrintable(body: string): boolean {
  const lines = body.replaceAll("\n", "");
  return escapeUnprintable(lines) === lines;
}

/** Whether curl sends the text as `fetch` did. `fetch` sends other characters of a header as one byte, and curl as UTF-8. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const quote = (text: string): string =>
  /^[\w/:.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
