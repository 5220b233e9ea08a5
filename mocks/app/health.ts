import { createReply } from "../wire/reply.ts";
import type { AppRequest } from "./app-request.ts";

/** Recognizes the request of a health check, which needs no access to the control API. */
export const isHealthCheck = ({ path, method }: Pick<AppRequest, "path" | "method">): boolean =>
  path === "/__mock/health" && (method === "GET" || method === "HEAD");

export const HEALTHY = createReply(204, null);
