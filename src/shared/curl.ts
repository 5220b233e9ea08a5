import { CONNECTION_HEADERS } from "./connection-headers.ts";
import { escapeUnprintable } from "./text.ts";

// curl sets the headers of its connection, and doesn't decompress a response unless it chose the encoding.
const OMITTED_HEADERS = [...CONNECTION_HEADERS, "accept-encoding"];

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. `Bearer [redacted]` becomes the variable PLANT_STORE_TOKEN. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

interface CurlLayout {
  readonly command?: string;
  /** What separates the options. */
  readonly separator?: string;
}

/** Returns a shell command that repeats the request. It contains no character that a terminal would interpret on pasting. */
export function toCurl(
  { method, url, headers, body = "" }: CurlRequest,
  { command = "curl", separator = " \\\n  " }: CurlLayout = {},
): string {
  const options = [`${command} --globoff ${quote(url)}`, `--request ${quote(method)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (name === "authorization" && value === "Bearer [redacted]") {
      options.push('--header "Authorization: Bearer $PLANT_STORE_TOKEN"');
    } else if (!OMITTED_HEADERS.includes(name)) {
      // "name:" makes curl omit the header.
      options.push(`--header ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`);
    }
  }
  if (body === "") {
    return options.join(separator);
  }
  if (headers["content-type"] === undefined) {
    options.push("--header 'content-type:'");
  }
  if (typeof body === "string" && isPrintable(body)) {
    return [...options, `--data-raw ${singleQuote(body)}`].join(separator);
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return [`printf ${printfFormat(bytes)} | ${options[0]}`, ...options.slice(1), "--data-binary @-"].join(separator);
}

function isPrintable(text: string): boolean {
  const oneLine = text.replaceAll("\n", "");
  return escapeUnprintable(oneLine) === oneLine;
}

/** Takes text with one character for each byte that was sent (ISO 8859-1). */
function quote(text: string): string {
  if (/^[\w/:.-]+$/.test(text)) {
    return text;
  }
  return /^[ -~]*$/.test(text)
    ? singleQuote(text)
    : `"$(printf ${printfFormat(Array.from(text, (character) => character.charCodeAt(0)))})"`;
}

const singleQuote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function printfFormat(bytes: Iterable<number>): string {
  const characters = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    // Not "-", which could start an option, "!", which bash expands, nor what printf or the quotes interpret.
    return /[\w ,.:;/="{}[\]]/.test(character) ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `'${characters.join("")}'`;
}
