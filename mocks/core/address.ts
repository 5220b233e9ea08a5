import { OPERATIONS, type OperationName } from "../../shared/operations.ts";
import { errorReply, type SentReply } from "../wire/reply.ts";
import type { RequestHead } from "../wire/request.ts";

/** The operations, each with a pattern of its addresses that captures the base URL. */
const ROUTES = Object.entries(OPERATIONS).map(([name, { method, path }]) => ({
  name: name as OperationName,
  method,
  pattern: new RegExp(`^(.*)${path.replace(/\{\w+\}/g, "[^/]+")}$`, "s"),
}));

/** Finds the operations at a URL, by any method. `baseUrl` is the mock's, without a trailing slash, or "*". */
export function findRoutes(baseUrl: string, url: string) {
  const address = url.replace(/[?#].*/s, "");
  return ROUTES.map((route) => ({ ...route, baseUrl: route.pattern.exec(address)?.[1] })).filter(
    (route) => route.baseUrl !== undefined && (baseUrl === "*" || route.baseUrl === baseUrl),
  );
}

/** Finds the operation that a request is for. */
export const findOperation = (
  baseUrl: string,
  { method, url }: Pick<RequestHead, "method" | "url">,
): OperationName | undefined => findRoutes(baseUrl, url).find((route) => route.method === method)?.name;

/** The reply to a request that is for no operation. `otherPaths` says what else there is. */
export function refuseAddress(baseUrl: string, { url }: Pick<RequestHead, "url">, otherPaths = ""): SentReply {
  const allow = findRoutes(baseUrl, url).map(({ method }) => method);
  return allow.length > 0
    ? errorReply(405, `Method not allowed. ${describeOperations(baseUrl)}`, { allow: allow.join(", ") })
    : notFound(baseUrl, otherPaths);
}

export const notFound = (baseUrl: string, otherPaths: string): SentReply =>
  errorReply(404, `Not found. ${describeOperations(baseUrl)}${otherPaths}`);

const describeOperations = (baseUrl: string): string =>
  `The service has ${listAddresses(baseUrl === "*" ? "…" : baseUrl)}.`;

/** Lists the operations, such as "POST http://localhost/plants". */
export const listAddresses = (baseUrl: string): string =>
  Object.values(OPERATIONS)
    .map(({ method, path }) => `${method} ${baseUrl}${path}`)
    .join(", ");
