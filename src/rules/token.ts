export const isBearerToken = (token: unknown): token is string =>
  typeof token === "string" && /^[!-~\xA0-\xFF]+$/.test(token);

export function tokenProblem(token: unknown, type = "a string"): string | undefined {
  if (token === undefined || token === "") {
    return "token is required";
  }
  if (typeof token !== "string") {
    return `token must be ${type}`;
  }
  if (/^bearer\s/i.test(token)) {
    return 'token must not include "Bearer ": pass the token alone';
  }
  return isBearerToken(token) ? undefined : "token must be printable Latin-1 characters without spaces";
}
