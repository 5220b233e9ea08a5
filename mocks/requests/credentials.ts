import { createRedactor, REDACTED, REDACTED_AUTHORIZATION, type Redact } from "../../src/shared/redact.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import type { RequestHead } from "../request.ts";

/** The longest token to search for. A longer one may take more than ten times as long as the rest of a request. */
const MAX_TOKEN_LENGTH = 1_500;

/** Creates a function that redacts the token of a request. If the token is too long, it redacts the whole text. */
export function createRequestRedactor({ authorization = "" }: RequestHead["headers"]): Redact {
  const token = authorization.replace(/^\S+ +/, "");
  return token.length > MAX_TOKEN_LENGTH ? () => REDACTED : createRedactor([token]);
}

/** The headers that a record has as they were sent, for tests in this process. */
export const CREDENTIAL_HEADERS: readonly string[] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

/** Redacts the credentials of a record that leaves the process. */
export function redactCredentials<T extends RecordedRequest>(recorded: T): T {
  const { headers, response } = recorded;
  return {
    ...recorded,
    headers: redactHeaders(headers),
    ...(response && { response: { ...response, headers: redactHeaders(response.headers) } }),
  };
}

function redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const fields = Object.entries(headers).map(([name, value]) => {
    const redacted = /^bearer /i.test(value) ? REDACTED_AUTHORIZATION : REDACTED;
    return [name, CREDENTIAL_HEADERS.includes(name) ? redacted : value];
  });
  return Object.fromEntries(fields);
}
