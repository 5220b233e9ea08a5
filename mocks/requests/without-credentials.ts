import { REDACTED, REDACTED_AUTHORIZATION } from "../../shared/token.ts";
import { CREDENTIAL_HEADERS } from "./record.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** A record as it leaves the process. */
export function withoutCredentials(recorded: RecordedRequest): RecordedRequest {
  const { headers, response } = recorded;
  return {
    ...recorded,
    headers: redactCredentials(headers),
    ...(response && { response: { ...response, headers: redactCredentials(response.headers) } }),
  };
}

function redactCredentials(headers: RecordedRequest["headers"]): RecordedRequest["headers"] {
  const redacted = CREDENTIAL_HEADERS.filter((name) => headers[name] !== undefined).map((name) => {
    const isBearer = /^bearer /i.test(String(headers[name]));
    return [name, isBearer ? REDACTED_AUTHORIZATION : REDACTED];
  });
  return { ...headers, ...Object.fromEntries(redacted) };
}
