import { bearerToken } from "./credentials.ts";
import type { IncomingHeaders } from "./incoming-request.ts";

/** Takes the token of a request out of text. One of up to 8 characters may be a common word, and is no secret. */
export function tokenRedactor(headers: IncomingHeaders): (text: string) => string {
  const token = bearerToken(headers.get("authorization") ?? "");
  return (text) => (token && token.length > 8 ? text.replaceAll(token, "[redacted]") : text);
}
