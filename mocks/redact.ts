import { bearerToken } from "./credentials.ts";
import type { IncomingHeaders } from "./incoming-request.ts";

/** Takes the token of a request out of text. One of up to 8 characters may be a common word, and is no secret. */
export function tokenRedactor(headers: IncomingHeaders): (text: string) => string {
  const token = bearerToken(headers.get("authorization") ?? "");
  if (token === undefined || token.length <= 8) {
    return (text) => text;
  }
  // In a query it may stand escaped.
  const escaped = encodeURIComponent(token);
  return (text) => text.replaceAll(token, "[redacted]").replaceAll(escaped, "[redacted]");
}
