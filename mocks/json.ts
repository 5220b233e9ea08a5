import { MAX_BODY_BYTES } from "../src/rules/limits.ts";
import { escapeUnprintable } from "../src/rules/text.ts";
import { NEW_PLANT_FIELDS, type NewPlant, newPlantSchema, validate } from "../src/schemas.ts";
import { InvalidInputError } from "./invalid-input.ts";

const fatalUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a body, without its byte order mark.
 *
 * @param bytes - `undefined` when the body is larger than `MAX_BODY_BYTES`.
 * @throws {InvalidInputError} when the body is too large or not UTF-8.
 */
export function decodeBody(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) {
    throw new InvalidInputError(`larger than ${MAX_BODY_BYTES / 2 ** 20} MiB`);
  }
  try {
    return fatalUtf8.decode(bytes);
  } catch {
    throw new InvalidInputError("not UTF-8");
  }
}

/**
 * Reads a NewPlant from JSON text, with an exact id.
 *
 * @throws {InvalidInputError} when the text is anything else.
 */
export function readNewPlant(json: string): NewPlant {
  return scanJson(json, readPlant);
}

/**
 * Reads one NewPlant or an array of them from JSON text, with exact ids.
 *
 * @throws {InvalidInputError} when the text is anything else. The message names the plant: `plants[3]: name is required`.
 */
export function readNewPlants(json: string): NewPlant[] {
  return scanJson(json, (scanner) =>
    scanner.array((index) => readPlant(scanner, index === undefined ? "plant: " : `plants[${index}]: `)),
  );
}

/** Validates each plant as soon as it is read, so that an array of a million empty objects costs nothing. */
function readPlant(scanner: JsonScanner, name = ""): NewPlant {
  const isField = (field: string) => NEW_PLANT_FIELDS.includes(field);
  return checkNewPlant(
    scanner.object((field) => scanner.field(field), isField),
    name,
    // Without the advice for JavaScript.
    (message) => message.replace(/^id must be a number or a bigint, not text.*/, "id must be an integer, not text"),
  );
}

/**
 * Checks that a value is a NewPlant.
 *
 * @throws {InvalidInputError} when it isn't.
 */
export function checkNewPlant(value: unknown, name = "", reword = (message: string) => message): NewPlant {
  const { value: newPlant, issues } = validate(newPlantSchema, value);
  if (issues) {
    throw new InvalidInputError(name + issues.map(({ message }) => reword(message)).join("; "));
  }
  return newPlant;
}

/**
 * Reads JSON text with a function that takes what it needs from the scanner.
 *
 * @throws {InvalidInputError} when the text isn't JSON.
 */
export function scanJson<T>(text: string, read: (scanner: JsonScanner) => T): T {
  const scanner = new JsonScanner(text);
  const value = read(scanner);
  scanner.end();
  return value;
}

// A native parse takes 31 times the bytes of `[{},{},…`. With this many values it takes less than 100 KB.
const MAX_VALUES = 1_000;

const LITERAL_OR_NUMBER = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEX = /[\da-fA-F]{4}/y;
const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Checks the whole grammar of JSON but builds only the values that are asked for, since `JSON.parse` rounds ids and can
 * take 31 times the bytes of its text. It doesn't recurse, so that nesting can't overflow the stack.
 */
export class JsonScanner {
  readonly #text: string;
  #at = 0;
  /** For each open array or object, the character that closes it. Allocated when needed, once for a text. */
  #closers: Uint8Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads each item of an array. A value that isn't an array is read as the only item, without an index. */
  array<T>(read: (index?: number) => T): T[] {
    if (!this.#take(OPEN_ARRAY)) {
      return [read()];
    }
    const items: T[] = [];
    if (!this.#take(CLOSE_ARRAY)) {
      do {
        items.push(read(items.length));
      } while (this.#take(COMMA));
      this.#expect(CLOSE_ARRAY);
    }
    return items;
  }

  /** Reads the wanted members of an object; of two with the same name, the last one wins. Skips any other value. */
  object(read: (name: string) => unknown, isWanted = (_name: string) => true): Record<string, unknown> | undefined {
    if (!this.#take(OPEN_OBJECT)) {
      this.skip();
      return undefined;
    }
    const members: Record<string, unknown> = Object.create(null);
    let hasProblem = false;
    if (!this.#take(CLOSE_OBJECT)) {
      do {
        const name = this.#key();
        if (isWanted(name)) {
          const member = read(name);
          members[name] = member;
          hasProblem ||= member instanceof InvalidInputError;
        } else {
          this.skip();
        }
      } while (this.#take(COMMA));
      this.#expect(CLOSE_OBJECT);
    }
    // Not earlier: a later member with the same name may replace it.
    const problem = hasProblem && Object.values(members).find((member) => member instanceof InvalidInputError);
    if (problem) {
      throw problem;
    }
    return members;
  }

  /** Whether the next value is an object. */
  isAtObject(): boolean {
    return this.#peek() === OPEN_OBJECT;
  }

  /**
   * Reads the value of a plant's field: an exact integer for the id, and any other value as `JSON.parse` does. Returns an
   * error when it holds too many values.
   */
  field(name: string): unknown {
    this.#peek();
    const start = this.#at;
    const values = this.skip();
    if (values > MAX_VALUES) {
      return new InvalidInputError(`${name} holds more than ${MAX_VALUES} values`);
    }
    const text = this.#text.slice(start, this.#at);
    if (name === "id" && /^[-\d]/.test(text)) {
      return parseInteger(text);
    }
    const value = JSON.parse(text);
    // A number beyond the range of a double. Schemas of numbers refuse NaN, but not all refuse Infinity.
    return Math.abs(value) === Number.POSITIVE_INFINITY ? Number.NaN : value;
  }

  /** Skips a value, and returns how many values it holds in all. */
  skip(): number {
    let values = 0;
    let depth = 0;
    do {
      values += 1;
      const first = this.#peek();
      if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
        this.#at += 1;
        const closer = first === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
        if (!this.#take(closer)) {
          this.#closers ??= new Uint8Array(this.#text.length);
          this.#closers[depth] = closer;
          depth += 1;
          this.#skipKey(closer);
          continue;
        }
      } else {
        this.#skipScalar(first);
      }
      while (depth > 0) {
        const closer = this.#closers?.[depth - 1];
        if (this.#take(COMMA)) {
          this.#skipKey(closer);
          break;
        }
        this.#expect(closer);
        depth -= 1;
      }
    } while (depth > 0);
    return values;
  }

  /** Expects the end of the text. */
  end(): void {
    if (!Number.isNaN(this.#peek())) {
      this.#fail();
    }
  }

  /** Moves to the next character that isn't white space, and returns its code, or NaN at the end. */
  #peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) {
        return code;
      }
      this.#at += 1;
    }
  }

  #take(code: number): boolean {
    const isNext = this.#peek() === code;
    if (isNext) {
      this.#at += 1;
    }
    return isNext;
  }

  #expect(code: number | undefined): void {
    if (this.#peek() !== code) {
      this.#fail();
    }
    this.#at += 1;
  }

  #key(): string {
    this.#peek();
    const start = this.#at;
    this.#skipString();
    const name = this.#text.slice(start + 1, this.#at - 1);
    this.#expect(COLON);
    return name.includes("\\") ? JSON.parse(`"${name}"`) : name;
  }

  /** Skips the name of the next member, when an object is open. */
  #skipKey(closer: number | undefined): void {
    if (closer === CLOSE_OBJECT) {
      this.#peek();
      this.#skipString();
      this.#expect(COLON);
    }
  }

  #skipScalar(first: number): void {
    if (first === QUOTE) {
      this.#skipString();
      return;
    }
    this.#at += this.#match(LITERAL_OR_NUMBER);
  }

  #skipString(): void {
    this.#expect(QUOTE);
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === QUOTE) {
        this.#at += 1;
        return;
      }
      if (!(code >= 32)) {
        this.#fail();
      }
      this.#at += 1;
      if (code === BACKSLASH) {
        const escaped = this.#text.charAt(this.#at);
        if (escaped === "" || !'"\\/bfnrtu'.includes(escaped)) {
          this.#fail();
        }
        this.#at += 1;
        if (escaped === "u") {
          this.#at += this.#match(HEX);
        }
      }
    }
  }

  /** The length of what the pattern matches here. */
  #match(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    // `exec` would make an array for each of a million numbers.
    if (!pattern.test(this.#text)) {
      this.#fail();
    }
    return pattern.lastIndex - this.#at;
  }

  #fail(): never {
    const code = this.#text.codePointAt(this.#at);
    const found = code === undefined ? "end of input" : escapeUnprintable(JSON.stringify(String.fromCodePoint(code)));
    throw new InvalidInputError(`not valid JSON: unexpected ${found} at position ${this.#at}`);
  }
}

// An int64 has at most 19 digits. With more, `BigInt` takes quadratic time.
const MAX_DIGITS = 40;

/** The integer that a JSON number is, exactly: `1.0` and `1e3` are integers too. `NaN` for any other number. */
function parseInteger(text: string): bigint | number {
  if (text.length <= MAX_DIGITS && /^-?\d+$/.test(text)) {
    return BigInt(text);
  }
  const [mantissa = "", exponent = "0"] = text.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = trimTrailingZeros(digits);
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (significant === "") {
    return 0n;
  }
  return zeros >= 0 && significant.length + zeros <= MAX_DIGITS
    ? BigInt(`${text.startsWith("-") ? "-" : ""}${significant}${"0".repeat(zeros)}`)
    : Number.NaN;
}

/** `/0+$/` would take quadratic time when zeros precede another digit. */
function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") {
    end -= 1;
  }
  return digits.slice(0, end);
}
