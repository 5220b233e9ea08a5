import type { IncomingHeaders } from "./incoming-request.ts";

/** Which tokens are valid (I13): one, several, or those that the function says yes to. */
export type AcceptedTokens = string | readonly string[] | ((token: string) => boolean | Promise<boolean>);

/** Looks at the bearer token (I13). Gives what is wrong with it, in words that never quote it. */
export async function refuseCredentials(
  headers: IncomingHeaders,
  accepted: AcceptedTokens | undefined,
): Promise<string | undefined> {
  const authorization = headers.get("authorization");
  if (authorization === null) {
    return "The Authorization header is missing: send Authorization: Bearer <ACCESS_TOKEN>.";
  }
  const token = bearerToken(authorization);
  if (token === undefined) {
    return "The Authorization header is malformed: send Authorization: Bearer <ACCESS_TOKEN>.";
  }
  return (await isAccepted(token, accepted)) ? undefined : "The access token is not valid.";
}

/** The token of an Authorization header. The scheme's name is not case-sensitive. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function isAccepted(token: string, accepted: AcceptedTokens | undefined): boolean | Promise<boolean> {
  if (typeof accepted === "function") {
    return accepted(token);
  }
  return accepted === undefined || (typeof accepted === "string" ? accepted === token : accepted.includes(token));
}
