import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";

/**
 * An independent reading of the contract: validators compiled from openapi.yaml, and int64 by exact arithmetic. It shares
 * no code with the mock, nor its JSON parser.
 */
const ajv = new Ajv2020({ strict: false, validateFormats: true });
// Numbers come here as 0 where they are an int64, as 0.5 where they are not.
ajv.addFormat("int64", { type: "number", validate: (value: number) => value === 0 });
ajv.addFormat("int32", { type: "number", validate: (value: number) => value === (value | 0) });
ajv.addSchema(parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8")), "openapi.yaml");

const compile = (record: string) => ajv.compile({ $ref: `openapi.yaml#/components/schemas/${record}` });
const isNewPlant = compile("NewPlant");

/** Whether a value, as JSON.parse gives it, is a Plant of the contract (I4). */
export const isPlant: (value: unknown) => boolean = compile("Plant");

/** Whether a value, as JSON.parse gives it, is an Error of the contract (I6). */
export const isErrorRecord: (value: unknown) => boolean = compile("Error");

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:])\s*/gy;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** What the contract says of a body. `undefined` where a key stands twice with values that are written differently. */
export function isValidBody(bytes: Uint8Array): boolean | undefined {
  const text = textOf(bytes);
  if (text === undefined) {
    return false;
  }
  if (hasDifferingDuplicates(text)) {
    return undefined;
  }
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : String(int64Of(token) === undefined ? 0.5 : 0),
  );
  return isNewPlant(JSON.parse(marked));
}

/** The id of a valid body, exact. */
export function idOf(bytes: Uint8Array): bigint | undefined {
  const marked = textOf(bytes)?.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
  return int64Of(JSON.parse(marked ?? "{}").id);
}

/** The JSON text; `undefined` where the bytes are none. */
function textOf(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) {
    return undefined;
  }
  const text = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

/** The int64 that a JSON number is, as a fraction of whole numbers; `undefined` where it is none. */
function int64Of(token: string): bigint | undefined {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const point = mantissa.indexOf(".");
  const numerator = BigInt(mantissa.replace(".", ""));
  const tens = BigInt(exponent) - BigInt(point < 0 ? 0 : mantissa.length - point - 1);
  if (numerator === 0n) {
    return 0n;
  }
  if (tens > 20n || tens < -BigInt(mantissa.length)) {
    return undefined;
  }
  const [over, under] = tens < 0n ? [numerator, 10n ** -tens] : [numerator * 10n ** tens, 1n];
  const value = over / under;
  return value * under === over && BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Whether an object of a JSON text has a key twice, with values that are not written the same. */
function hasDifferingDuplicates(text: string): boolean {
  const tokens = Array.from(text.matchAll(TOKEN), ([, token = ""]) => token);
  let at = 0;
  let differ = false;
  const value = (): string => {
    const token = tokens[at++] ?? "";
    if (token !== "{" && token !== "[") {
      return token;
    }
    const close = token === "{" ? "}" : "]";
    const start = at;
    const seen = new Map<string, string>();
    while (tokens[at] !== close) {
      if (tokens[at] === ",") {
        at += 1;
      }
      const key = token === "{" ? String(JSON.parse(tokens[at] ?? "")) : undefined;
      at += key === undefined ? 0 : 2;
      const written = value();
      if (key !== undefined) {
        differ ||= seen.has(key) && seen.get(key) !== written;
        seen.set(key, written);
      }
    }
    at += 1;
    return tokens.slice(start - 1, at).join(" ");
  };
  value();
  return differ;
}
