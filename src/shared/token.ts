/** Returns what is wrong with a token, without quoting it. */
export function tokenProblem(token: unknown, name = "token", type = "a string"): string | undefined {
  if (token === undefined) {
    return `${name} is required`;
  }
  if (token === "") {
    return `${name} must not be empty`;
  }
  if (typeof token !== "string") {
    return `${name} must be ${type}`;
  }
  if (/^bearer\s/i.test(token)) {
    return `${name} must not include "Bearer ": pass the token alone`;
  }
  return /^[!-~\xA1-\xFF]+$/.test(token) ? undefined : `${name} must be printable Latin-1 characters without spaces`;
}
