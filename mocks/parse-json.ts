import { parse } from "lossless-json";

/**
 * Reads JSON with its integers exact: an int64 becomes a `bigint`, read from its digits, however it is written (`1.0` and
 * `1e3` are integers to JSON Schema). Any other number becomes a `number` that is no integer, so that none of them
 * passes for an id.
 *
 * @throws {SyntaxError} when the text is no JSON, holds one key twice with differing values, or is nested too deeply.
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new SyntaxError("it is nested too deeply");
    }
    throw error;
  }
}

// 19 digits hold every int64, and a few more tell that an id is too large rather than no integer.
const MAX_DIGITS = 40;

function parseNumber(text: string): bigint | number {
  if (text.length <= MAX_DIGITS && /^-?\d+$/.test(text)) {
    return BigInt(text);
  }
  const [mantissa = "", exponent = "0"] = text.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const sign = text.startsWith("-") ? "-" : "";
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = withoutTrailingZeros(digits);
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (significant === "") {
    return 0n;
  }
  if (zeros >= 0) {
    return significant.length + zeros <= MAX_DIGITS
      ? BigInt(`${sign}${significant}${"0".repeat(zeros)}`)
      : Number.POSITIVE_INFINITY;
  }
  const inexact = Number(text);
  // Rounding must not make an integer of it.
  return Number.isInteger(inexact) ? 0.5 : inexact;
}

/** By hand, since /0+$/ takes quadratic time where zeros stand before another digit. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") {
    end -= 1;
  }
  return digits.slice(0, end);
}
