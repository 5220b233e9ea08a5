import type { ArrivingRequest } from "../core/request.ts";
import type { Connection } from "./control-access.ts";

/** A request to the app. Its `url` is for matching and for the records. The app may be served elsewhere. */
export interface AppRequest extends ArrivingRequest {
  /** The path, without the base path. */
  readonly path: string;
  /** The query with its question mark, or "". */
  readonly query: string;
  /** The path as the client sent it. */
  readonly originalPath: string;
  /** The path at which the app is served: "" or, for example, "/mock". */
  readonly basePath: string;
  /** The header `Access-Control-Allow-Origin` that earlier middleware has set, as Vite's `server.cors` does. */
  readonly allowedOrigin: string | undefined;
  /** Returns how the request reached the app. Only the control API and `cors: false` need it. */
  getConnection(): Connection;
}

/** What a request asks for, and where the app is served. */
interface AppTarget extends Pick<AppRequest, "path" | "query" | "originalPath" | "basePath"> {
  /** The path with the query. */
  readonly target: string;
}

/** Reads a path with a query. Some hosts remove the base path before: `target` is what they leave of the original. */
export function readTarget(originalTarget: string, target: string, basePath: string): AppTarget {
  const ownTarget = removeBasePath(target, basePath);
  const path = removeQuery(ownTarget);
  const originalPath = removeQuery(originalTarget);
  return {
    target: ownTarget,
    path,
    query: ownTarget.slice(path.length),
    originalPath,
    // Without a trace of what the host has removed, the option says it.
    basePath: findMountPath(originalPath, path) || basePath,
  };
}

function removeBasePath(target: string, basePath: string): string {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  if (rest === "" || rest.startsWith("?")) {
    return `/${rest}`;
  }
  // "/mockery" isn't below "/mock".
  return rest.startsWith("/") ? rest : target;
}

const removeQuery = (target: string): string => target.replace(/\?.*/s, "");

/** The path that precedes the app's own: "/mock" for "/mock/plants" or "/mock". */
const findMountPath = (originalPath: string, path: string): string =>
  originalPath.endsWith(path) ? originalPath.slice(0, -path.length) : originalPath;
