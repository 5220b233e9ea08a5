import type { MockHeaders } from "./messages.ts";

/** The valid tokens: one, several, or a function that returns whether a token is valid. */
export type AcceptedTokens = string | readonly string[] | ((token: string) => boolean | Promise<boolean>);

/** Checks the bearer token. Returns the problem with it, which never quotes the token. */
export async function checkCredentials(
  headers: MockHeaders,
  accepted: AcceptedTokens | undefined,
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  const token = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    const problem = authorization === null ? "missing" : "malformed";
    return `The Authorization header is ${problem}: send Authorization: Bearer <ACCESS_TOKEN>.`;
  }
  const isAccepted =
    typeof accepted === "function"
      ? await accepted(token)
      : accepted === undefined || accepted === token || (typeof accepted === "object" && accepted.includes(token));
  return isAccepted ? undefined : "The access token is not valid.";
}
