import { toSafeLine } from "../../shared/text.ts";
import { InvalidInputError } from "./invalid-input.ts";

/** Matches what `JSON.parse` may round: an integer of more than 15 digits, a fraction or an exponent. */
const INEXACT_NUMBER = /[\s:,[-]\d+(?:\d{15}|[.eE])/;

// Matches the strings and numbers of valid JSON. Unrolled: `(?:[^"\\]|\\.)*` overflows the stack at 8 MiB.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const MAX_MESSAGE_LENGTH = 200;

/** Lists a plant, or the plants in an array. */
const listPlants = (value: unknown): readonly unknown[] => [value].flat();

/** Parses JSON, with exact ids in what `listObjects` finds in its value: plants or conditions. */
export function parseJson(text: string, listObjects = listPlants): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidInputError(toSafeLine((error as SyntaxError).message, MAX_MESSAGE_LENGTH));
  }
  if (INEXACT_NUMBER.test(text)) {
    const quoted = text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
    const exactPlants = listObjects(JSON.parse(quoted));
    for (const [index, plant] of listObjects(value).entries()) {
      restoreId(plant, exactPlants[index]);
    }
  }
  return value;
}

/** Replaces an id by the exact integer. `exact` is the same value, with numbers as strings. */
function restoreId(value: unknown, exact: unknown): void {
  if (typeof Object(value).id === "number") {
    (value as { id: unknown }).id = toInteger((exact as { id: string }).id);
  }
}

// An int64 has at most 19 digits. With more, `BigInt` takes quadratic time.
const MAX_DIGITS = 40;

/** Converts a JSON number to the exact integer. `1.0` and `1e3` are integers too. Returns `NaN` for any other number. */
function toInteger(number: string): bigint | number {
  const [mantissa = "", exponent = "0"] = number.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  if (digits === "") {
    return 0n;
  }
  // How many digits precede the decimal point.
  const length = digits.length - fraction.length + Number(exponent);
  if (length > MAX_DIGITS || /[1-9]/.test(digits.slice(Math.max(length, 0)))) {
    return Number.NaN;
  }
  return BigInt((number.startsWith("-") ? "-" : "") + digits.slice(0, length).padEnd(length, "0"));
}
