import { OPERATIONS } from "../../shared/operations.ts";
import { errorReply, type SentReply } from "../wire/reply.ts";
import type { RequestHead } from "../wire/request.ts";

const { method: METHOD, path: PATH } = OPERATIONS.createPlant;

/** Whether a request is for the operation. `baseUrl` is the mock's, without a trailing slash, or "*". */
export const isForOperation = (baseUrl: string, { method, url }: Pick<RequestHead, "method" | "url">): boolean =>
  method === METHOD && isAtOperation(baseUrl, url);

export function isAtOperation(baseUrl: string, url: string): boolean {
  const address = url.replace(/[?#].*/s, "");
  return baseUrl === "*" ? address.endsWith(PATH) : address === baseUrl + PATH;
}

/** The reply to a request that isn't for the operation. `otherPaths` says what else there is. */
export function refuseAddress(baseUrl: string, { url }: Pick<RequestHead, "url">, otherPaths = ""): SentReply {
  return isAtOperation(baseUrl, url)
    ? errorReply(405, `Method not allowed. ${describeOperation(baseUrl)}`, { allow: METHOD })
    : notFound(baseUrl, otherPaths);
}

export const notFound = (baseUrl: string, otherPaths: string): SentReply =>
  errorReply(404, `Not found. ${describeOperation(baseUrl)}${otherPaths}`);

const describeOperation = (baseUrl: string): string =>
  `The only operation is ${METHOD} ${baseUrl === "*" ? "…" : baseUrl}${PATH}.`;
