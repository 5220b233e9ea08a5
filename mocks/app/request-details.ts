import { toCurlArguments } from "../../shared/curl.ts";
import { OPERATIONS } from "../../shared/operations.ts";
import { REDACTED, REDACTED_AUTHORIZATION } from "../../shared/token.ts";
import { isWhole } from "../requests/record.ts";
import type { RecordedRequest } from "../requests/recorded-request.ts";
import { removeBasePath } from "./app-request.ts";

/** The shell's expression for the token of a command that is copied. It works as it is, unless the mock has a `token`. */
const TOKEN = `\${PLANT_STORE_TOKEN:-any-token}`;

/** A recorded request as the control API returns it by its number. */
export interface RequestDetails extends RecordedRequest {
  /** What repeats the request after `curl` and the address of the page. Absent when the mock doesn't have its whole body. */
  readonly curlArguments: readonly string[] | undefined;
}

/** Uses only the path of the recorded URL, because a web page may have chosen its host (DNS rebinding). */
export function toDetails(recorded: RecordedRequest, basePath: string): RequestDetails {
  const request = withoutCredentials(recorded);
  const url = removeBasePath(toTarget(request.url), basePath);
  return { ...request, curlArguments: isWhole(request.body) ? toCurlArguments({ ...request, url }, TOKEN) : undefined };
}

/** The headers that are redacted where a record leaves the process. */
const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

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

/** The arguments of a command that creates a plant. */
export function toExampleArguments(): readonly string[] {
  const { method, path } = OPERATIONS.createPlant;
  const headers = {
    authorization: REDACTED_AUTHORIZATION,
    "content-type": "application/json",
  };
  const example = toCurlArguments({ method, url: path, headers, body: '{ "id": 1042, "name": "Fern" }' }, TOKEN);
  return example as readonly string[]; // all of it is printable
}

/** The path of a URL, with its query. */
export const toTarget = (url: string): string => url.replace(/^https?:\/\/[^/]*/, "");
