import { PlantStoreTokenError } from "./errors/token-error.ts";

/**
 * An access token, or a function that gives one, asked anew for every attempt.
 *
 * @inline
 */
export type Token = string | (() => string | Promise<string>);

/** Whether a header can carry the token: printable Latin-1 without spaces, and not empty. */
export function isBearerToken(token: unknown): token is string {
  return typeof token === "string" && /^[!-~\xA0-\xFF]+$/.test(token);
}

/**
 * Asks for the token of one attempt.
 *
 * @throws {PlantStoreTokenError} when the function fails, or gives what no header can carry.
 */
export async function bearerToken(token: Exclude<Token, string>): Promise<string> {
  let answer: string;
  try {
    answer = await token();
  } catch (cause) {
    throw new PlantStoreTokenError("The token function failed: see cause.", { cause });
  }
  if (!isBearerToken(answer)) {
    throw new PlantStoreTokenError("The token function must give a string that a header can carry.");
  }
  return answer;
}
