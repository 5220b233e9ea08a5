import { toCurlArguments } from "../../shared/curl.ts";
import { OPERATIONS } from "../../shared/operations.ts";
import { REDACTED_AUTHORIZATION } from "../../shared/token.ts";

/** The shell's expression for the token of a command that is copied. It works as it is, unless the mock has a `token`. */
const TOKEN = `\${PLANT_STORE_TOKEN:-any-token}`;

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
