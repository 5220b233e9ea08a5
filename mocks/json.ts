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

/** What `JSON.parse` may round: an integer of more than 15 digits, a fraction or an exponent. */
const INEXACT_NUMBER = /\d{16}|\d[.eE]/;

// Tells strings from numbers, in JSON that is valid. Unrolled: `(?:[^"\\]|\\.)*` overflows the stack at 8 MiB.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON in which the ids of plants and of conditions are exact. Takes up to 57 MiB for 1 MiB of text. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Engines have different messages, and those of V8 quote the text, which may contain a secret.
    throw new InvalidInputError("not valid JSON");
  }
  if (INEXACT_NUMBER.test(text)) {
    const quoted = text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
    restoreIds(value, JSON.parse(quoted), MAX_ID_DEPTH);
  }
  return value;
}

/** The deepest id is that of a condition: `[{ "when": { "id": 1 } }]`. */
const MAX_ID_DEPTH = 3;

/** Replaces each number in an `id` by the integer that its digits are. `exact` has numbers as strings of their digits. */
function restoreIds(value: unknown, exact: unknown, depth: number): void {
  if (depth === 0 || typeof value !== "object" || value === null) {
    return;
  }
  const members = value as Record<string, unknown>;
  const exactMembers = exact as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (name === "id" && typeof members.id === "number") {
      members.id = toInteger(exactMembers.id as string);
    } else {
      restoreIds(members[name], exactMembers[name], depth - 1);
    }
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// An int64 has at most 19 digits. With more, `BigInt` takes quadratic time.
const MAX_DIGITS = 40;

/** The integer that a JSON number is, exactly: `1.0` and `1e3` are integers too. `NaN` for any other number. */
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

export const newPlantFromJson = (text: string): NewPlant => toNewPlant(parseJson(text));

/** The plants of a seed, a storage or the control API, which alone takes one without an array. */
export function plantsFromJson(text: string, isOneAllowed = false): NewPlant[] {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    return value.map((plant, index) => toNewPlant(plant, `plants[${index}]: `));
  }
  if (isOneAllowed && isRecord(value) && NEW_PLANT_FIELDS.some((field) => Object.hasOwn(value, field))) {
    return [toNewPlant(value, "plant: ")];
  }
  throw new InvalidInputError(`expected ${isOneAllowed ? "a NewPlant or " : ""}an array of NewPlants`);
}

function toNewPlant(value: unknown, name?: string): NewPlant {
  const isText = isRecord(value) && typeof value.id === "string";
  return checkNewPlant(value, name, isText ? "id must be an integer, not text" : undefined);
}
