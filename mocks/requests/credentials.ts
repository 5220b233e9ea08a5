import { createRedactor, REDACTED, type Redact } from "../../src/shared/redact.ts";
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
