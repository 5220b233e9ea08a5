import { NEW_PLANT_FIELDS, type NewPlant } from "../src/schemas.ts";
import { MAX_BODY_BYTES } from "../src/shared/limits.ts";
import { checkNewPlant, InvalidInputError } from "./invalid-input.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function decodeText(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) {
    throw new InvalidInputError(`larger than ${MAX_BODY_BYTES / 2 ** 20} MiB`);
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidInputError("not UTF-8");
  }
}

// Tells strings from numbers, in JSON that is valid. Unrolled: `(?:[^"\\]|\\.)*` overflows the stack at 8 MiB.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON. `exact` is the same value with each number as a string of its digits, since a `number` isn't exact beyond
 * 2^53. Both take at most 51 MiB for 1 MiB of text.
 */
export function parseJson(text: string): { value: unknown; exact: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Engines have different messages, and those of V8 quote the text, which may contain a secret.
    throw new InvalidInputError("not valid JSON");
  }
  const quoted = text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
  return { value, exact: JSON.parse(quoted) };
}

/** Replaces the number in `id` by the integer that its digits are, exactly. */
export function restoreId(value: unknown, exact: unknown): unknown {
  if (isRecord(value) && Object.hasOwn(value, "id") && typeof value.id === "number") {
    value.id = toInteger((exact as Record<"id", string>).id);
  }
  return value;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// An int64 has at most 19 digits. With more, `BigInt` takes quadratic time.
const MAX_DIGITS = 40;

/** The integer that a JSON number is, exactly: `1.0` and `1e3` are integers too. `NaN` for any other number. */
function toInteger(number: string): bigint | number {
  if (/^-?\d{1,19}$/.test(number)) {
    return BigInt(number);
  }
  const [mantissa = "", exponent = "0"] = number.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  // `/0+$/` would take quadratic time when zeros precede another digit.
  const significant = digits.slice(0, digits.search(/[1-9]0*$/) + 1);
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (significant === "") {
    return 0n;
  }
  return zeros >= 0 && significant.length + zeros <= MAX_DIGITS
    ? BigInt(`${number.startsWith("-") ? "-" : ""}${significant}${"0".repeat(zeros)}`)
    : Number.NaN;
}

export function newPlantFromJson(text: string): NewPlant {
  const { value, exact } = parseJson(text);
  return toNewPlant(value, exact);
}

/** The plants of a seed, a storage or the control API, which alone takes one without an array. */
export function plantsFromJson(text: string, isOneAllowed = false): NewPlant[] {
  const { value, exact } = parseJson(text);
  if (Array.isArray(value)) {
    return value.map((plant, index) => toNewPlant(plant, (exact as unknown[])[index], `plants[${index}]: `));
  }
  if (isOneAllowed && isRecord(value) && NEW_PLANT_FIELDS.some((field) => Object.hasOwn(value, field))) {
    return [toNewPlant(value, exact, "plant: ")];
  }
  throw new InvalidInputError(`expected ${isOneAllowed ? "a NewPlant or " : ""}an array of NewPlants`);
}

function toNewPlant(value: unknown, exact: unknown, name = ""): NewPlant {
  const isText = isRecord(value) && typeof value.id === "string";
  return checkNewPlant(restoreId(value, exact), name, isText ? "id must be an integer, not text" : undefined);
}
