import { NEW_PLANT_FIELDS, type NewPlant } from "../src/schemas.ts";
import { MAX_BODY_BYTES } from "../src/shared/limits.ts";
import { escapeUnprintable } from "../src/shared/text.ts";
import { checkNewPlant, InvalidInputError } from "./invalid-input.ts";

const fatalUtf8 = new TextDecoder("utf-8", { fatal: true });

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

export const readNewPlant = (json: string): NewPlant => scanJson(json, readPlant);

export const readNewPlants = (json: string): NewPlant[] =>
  scanJson(json, (scanner) =>
    scanner.array((index) => readPlant(scanner, index === undefined ? "plant: " : `plants[${index}]: `)),
  );

/** Validates each plant as soon as it is read, so that an array of a million empty objects costs nothing. */
function readPlant(scanner: JsonScanner, name = ""): NewPlant {
  const fields = scanner.object(readField, (field) => NEW_PLANT_FIELDS.includes(field));
  return checkNewPlant(fields, name, typeof fields?.id === "string" ? "id must be an integer, not text" : undefined);
}

export const readObject = (json: string, read = readField): Record<string, unknown> | undefined =>
  scanJson(json, (scanner) => scanner.object(read));

// A native parse takes 31 times the bytes of `[{},{},…`. With this many values it takes less than 100 KB.
const MAX_VALUES = 1_000;

export function readField(name: string, json: string): unknown {
  if (name === "id" && /^[-\d]/.test(json)) {
    return readInteger(json);
  }
  if (/^[[{]/.test(json) && scanJson(json, (scanner) => scanner.skip()) > MAX_VALUES) {
    throw new InvalidInputError(`${name} holds more than ${MAX_VALUES} values`);
  }
  const value = JSON.parse(json);
  // A number beyond the range of a double. Schemas of numbers refuse NaN, but not all refuse Infinity.
  return Math.abs(value) === Number.POSITIVE_INFINITY ? Number.NaN : value;
}

// An int64 has at most 19 digits. With more, `BigInt` takes quadratic time.
const MAX_DIGITS = 40;

/** The integer that a JSON number is, exactly: `1.0` and `1e3` are integers too. `NaN` for any other number. */
function readInteger(json: string): bigint | number {
  const [mantissa = "", exponent = "0"] = json.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  // `/0+$/` would take quadratic time when zeros precede another digit.
  const significant = digits.slice(0, digits.search(/[1-9]0*$/) + 1);
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (significant === "") {
    return 0n;
  }
  return zeros >= 0 && significant.length + zeros <= MAX_DIGITS
    ? BigInt(`${json.startsWith("-") ? "-" : ""}${significant}${"0".repeat(zeros)}`)
    : Number.NaN;
}

export function scanJson<T>(text: string, read: (scanner: JsonScanner) => T): T {
  const scanner = new JsonScanner(text);
  const value = read(scanner);
  scanner.end();
  return value;
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING_PART = /[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const [QUOTE, COMMA, COLON] = [34, 44, 58];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** `JSON.parse` rounds ids and can take 31 times the bytes of its text. Without recursion, nesting can't overflow the stack. */
export class JsonScanner {
  readonly #text: string;
  #at = 0;
  #closers: Uint8Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

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

  object(read: typeof readField, isWanted = (_name: string) => true): Record<string, unknown> | undefined {
    if (!this.#take(OPEN_OBJECT)) {
      this.skip();
      return undefined;
    }
    const members: Record<string, unknown> = Object.create(null);
    if (!this.#take(CLOSE_OBJECT)) {
      do {
        this.#peek();
        const start = this.#at;
        this.#string();
        const key = this.#text.slice(start, this.#at);
        this.#expect(COLON);
        const name = key.includes("\\") ? JSON.parse(key) : key.slice(1, -1);
        if (isWanted(name)) {
          members[name] = this.value();
        } else {
          this.skip();
        }
      } while (this.#take(COMMA));
      this.#expect(CLOSE_OBJECT);
    }
    for (const name in members) {
      members[name] = read(name, members[name] as string);
    }
    return members;
  }

  value(): string {
    this.#peek();
    const start = this.#at;
    this.skip();
    return this.#text.slice(start, this.#at);
  }

  skip(): number {
    let values = 0;
    let depth = 0;
    do {
      if (this.#closers?.[depth - 1] === CLOSE_OBJECT) {
        this.#string();
        this.#expect(COLON);
      }
      values += 1;
      const opener = this.#peek();
      if (opener === OPEN_OBJECT || opener === OPEN_ARRAY) {
        this.#at += 1;
        const closer = opener === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
        if (!this.#take(closer)) {
          this.#closers ??= new Uint8Array(this.#text.length);
          this.#closers[depth] = closer;
          depth += 1;
          continue;
        }
      } else if (opener === QUOTE) {
        this.#string();
      } else if (!this.#match(SCALAR)) {
        this.#fail();
      }
      while (depth > 0 && !this.#take(COMMA)) {
        depth -= 1;
        this.#expect(this.#closers?.[depth]);
      }
    } while (depth > 0);
    return values;
  }

  end(): void {
    if (!Number.isNaN(this.#peek())) {
      this.#fail();
    }
  }

  #peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) {
        return code;
      }
      this.#at += 1;
    }
  }

  #take(code: number | undefined): boolean {
    const isNext = this.#peek() === code;
    if (isNext) {
      this.#at += 1;
    }
    return isNext;
  }

  #expect(code: number | undefined): void {
    if (!this.#take(code)) {
      this.#fail();
    }
  }

  #string(): void {
    this.#expect(QUOTE);
    while (this.#match(STRING_PART)) {}
    if (this.#text.charCodeAt(this.#at) !== QUOTE) {
      this.#fail();
    }
    this.#at += 1;
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    // `exec` would make an array for each of a million numbers.
    const isMatch = pattern.test(this.#text);
    if (isMatch) {
      this.#at = pattern.lastIndex;
    }
    return isMatch;
  }

  #fail(): never {
    const code = this.#text.codePointAt(this.#at);
    const found = code === undefined ? "end of input" : escapeUnprintable(JSON.stringify(String.fromCodePoint(code)));
    throw new InvalidInputError(`not valid JSON: unexpected ${found} at position ${this.#at}`);
  }
}
