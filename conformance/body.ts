import type { ByteBuffer } from "../shared/read-body.ts";
import { decodeUtf8 } from "../shared/utf8.ts";
import { ERROR_FIELDS, NEW_PLANT_FIELDS } from "./contract.ts";
import type { Fields } from "./json.ts";

export const TOO_LARGE = "is larger than 1 MiB";

/** The body of a response: the fields of a JSON object, or why there are none. */
export type ResponseBody =
  | {
      readonly text: string;
      readonly fields: Fields;
      /** The number in the field `id`, written by {@link normalizeNumber}. */
      readonly id?: string | undefined;
      readonly problem?: never;
    }
  | {
      /** Missing if it couldn't be read. */
      readonly text?: string;
      readonly fields?: never;
      /** Follows "the body". */
      readonly problem: typeof TOO_LARGE | "isn't UTF-8" | "isn't JSON" | "isn't a JSON object";
    };

export function parseBody(body: ByteBuffer): ResponseBody {
  if (body.isTooLarge) {
    return { problem: TOO_LARGE };
  }
  const { text, isValid } = decodeUtf8(body.toBytes());
  if (!isValid) {
    return { problem: "isn't UTF-8" };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text, problem: "isn't JSON" };
  }
  if (!isNested(value) || Array.isArray(value)) {
    return { text, problem: "isn't a JSON object" };
  }
  const fields = pickDeclared(value);
  return { text, fields, id: typeof fields.id === "number" ? readExactId(text) : undefined };
}

const DECLARED = Object.keys({ ...NEW_PLANT_FIELDS, ...ERROR_FIELDS });

/** Keeps what the contract declares, which is text and numbers: 1 MiB of JSON can be 50 MB of arrays. */
function pickDeclared(value: Fields): Fields {
  const names = DECLARED.filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(names.map((name) => [name, isNested(value[name]) ? {} : value[name]]));
}

const isNested = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Reads the id from JSON with each long number quoted: `JSON.parse` would round 2^53 + 1. */
function readExactId(text: string): string {
  const quoted = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]{15,}/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return normalizeNumber(String(JSON.parse(quoted).id));
}

/** Writes a number in JSON in one way: 1200, 1200.0 and 1.2e3 are all "12e2". */
export function normalizeNumber(number: string): string {
  // `JSON.parse` reads 1e999 as Infinity, which has no digits.
  const [, sign = "", whole = number, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  // Without the lookbehind, the time would be the square of the zeros.
  const significant = digits.replace(/(?<!0)0+$/, "");
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === "" ? "0" : `${sign}${significant}e${zeros}`;
}
