// @ts-check
const OMITTED_HEADERS = ["accept-encoding", "connection", "content-length", "expect", "host", "transfer-encoding"];

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * It contains no control characters, which a terminal could interpret when the command is pasted.
 * @param {{ method: string, url: string, headers: Readonly<Record<string, string>>, body?: string | undefined }} request
 */
export function toCurl({ method, url, headers, body = "" }) {
  const options = [`curl --globoff ${quote(url)}`, `--request ${quote(method)}`];
  for (const [name, value] of Object.entries(headers)) {
    if (name === "authorization" && value === "Bearer [redacted]") {
      options.push('--header "Authorization: Bearer $PLANT_STORE_TOKEN"');
    } else if (!OMITTED_HEADERS.includes(name)) {
      // To curl, "name:" means to leave the header out.
      options.push(`--header ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`);
    }
  }
  if (body !== "" && headers["content-type"] === undefined) {
    options.push("--header 'content-type:'");
  }
  const isPrintable = !UNPRINTABLE.test(body.replaceAll("\n", ""));
  if (body !== "") {
    options.push(isPrintable ? `--data-raw ${singleQuote(body)}` : "--data-binary @-");
  }
  const command = options.join(" \\\n  ");
  return isPrintable ? command : `printf ${printfFormat(new TextEncoder().encode(body))} |\n${command}`;
}

/** @param {string} text - whose characters stand for the bytes that were sent (ISO 8859-1) */
function quote(text) {
  if (/^[\w/:.-]+$/.test(text)) {
    return text;
  }
  return /^[ -~]*$/.test(text)
    ? singleQuote(text)
    : `"$(printf ${printfFormat(Array.from(text, (character) => character.charCodeAt(0)))})"`;
}

/** @param {string} text */
const singleQuote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @param {Iterable<number>} bytes */
function printfFormat(bytes) {
  const characters = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    // Not "-", which could start an option, "!", which bash expands, nor what printf or the quotes interpret.
    return /[\w ,.:;/="{}[\]]/.test(character) ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `'${characters.join("")}'`;
}
