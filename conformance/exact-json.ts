/** A value read from JSON, and the same value with the text of each number in the number's place. */
export interface ExactJson {
  readonly value: unknown;
  readonly digits: unknown;
}

/**
 * Reads JSON without losing an integer's digits: JSON.parse gives 2^53 and 2^53 + 1 as one number.
 *
 * @throws {SyntaxError} when the text is no JSON.
 */
export function parseExactly(text: string): ExactJson {
  const value: unknown = JSON.parse(text);
  const quoted = text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
  return { value, digits: JSON.parse(quoted) };
}

// In a text that is JSON, what is no string and begins like a number is one.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
