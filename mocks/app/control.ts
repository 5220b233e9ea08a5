import { assertKnown } from "../wire/failures.ts";
import { errorReply, type ReplyHeaders, type SentReply } from "../wire/reply.ts";
import type { MockState } from "../core/state.ts";
import type { AppRequest } from "./app-request.ts";
import { refuseControl } from "./control-access.ts";
import { CONTRACT_PATH, ROUTES } from "./control-routes.ts";
import { getPageFile, toRefusalPage } from "./page.ts";
import { SNAPSHOT_PATH } from "./snapshot.ts";

export const isControlRequest = ({ path, method }: AppRequest): boolean =>
  path === "/__mock" || path.startsWith("/__mock/") || (path === "/" && (method === "GET" || method === "HEAD"));

/** Headers that prevent other pages from reading a response, even if they embed it as a script or an image. */
export const SECURITY_HEADERS: ReplyHeaders = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** Replies with the page or from the control API. Without `openHosts`, both are turned off. */
export async function replyToControl(
  request: AppRequest,
  state: MockState,
  openHosts: ReadonlySet<string> | undefined,
): Promise<SentReply> {
  if (openHosts === undefined) {
    return errorReply(404, "Not found. The page and the control API are turned off.");
  }
  const { path, headers } = request;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const file = getPageFile(request);
  const isLinkable = method === "GET" && (file !== undefined || path === CONTRACT_PATH);
  const refusal = refuseControl({ ...request.getConnection(), headers, isLinkable }, openHosts);
  if (refusal) {
    const wantsHtml = /text\/html/i.test(headers.accept ?? "");
    return wantsHtml ? toRefusalPage(refusal) : errorReply(refusal.status, refusal.message);
  }
  if (file && method === "GET") {
    // With any query, since links to the page may have more parameters.
    return file;
  }
  const endpoints = ROUTES[path];
  if (!endpoints) {
    return errorReply(404, `Not found. The control API has ${PUBLIC_PATHS.join(", ")}.`);
  }
  const endpoint = Object.hasOwn(endpoints, method) ? endpoints[method] : undefined;
  if (!endpoint) {
    const allow = Object.keys(endpoints).join(", ");
    return errorReply(405, `Method not allowed. Allowed: ${allow}.`, { allow });
  }
  const query = new URLSearchParams(request.query);
  assertKnown(Object.fromEntries(query), endpoint.parameters ?? [], "Invalid query", "parameter");
  return endpoint.reply({ request, query, state });
}

const PUBLIC_PATHS = Object.keys(ROUTES).filter((path) => path !== SNAPSHOT_PATH);
