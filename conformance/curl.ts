import { METHOD } from "../src/shared/operation.ts";
import { escapeUnprintable } from "../src/shared/text.ts";
import { type CaseRequest, decodeUtf8, toBytes } from "./send.ts";

/** Writes a command for a POSIX shell that repeats a request. The token is the shell's `$PLANT_STORE_TOKEN`. */
export function toCurl(baseUrl: string, { path, headers, body }: CaseRequest, token: string): string {
  const options = Object.entries(headers).map(([name, value]) =>
    value === `Bearer ${token}` ? ` -H "${name}: Bearer $PLANT_STORE_TOKEN"` : ` -H ${quote(`${name}: ${value}`)}`,
  );
  if (!("content-type" in headers)) {
    // curl would add the type of a form.
    options.push(" -H 'content-type:'");
  }
  const bytes = toBytes(body);
  const text = decodeUtf8(bytes);
  const isPrintable = text !== undefined && escapeUnprintable(text) === text;
  // --globoff, since a path may contain brackets.
  const command = `curl -i --globoff -X ${METHOD}${options.join("")}`;
  const url = quote(baseUrl + path);
  return isPrintable
    ? `${command} --data-raw ${quote(text)} ${url}`
    : `printf ${quote(toPrintfFormat(bytes))} | ${command} --data-binary @- ${url}`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const toPrintfFormat = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) =>
    /[ -$&-[\]-~]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, "0")}`,
  ).join("");
