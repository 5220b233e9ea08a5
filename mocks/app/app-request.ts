import type { ArrivingRequest } from "../request.ts";
import type { Connection } from "./access.ts";

/** A request to the app. Its `url` is for matching and for the records. The app may be served elsewhere. */
export interface AppRequest extends ArrivingRequest {
  /** The path, without the base path. */
  readonly path: string;
  /** The query with its question mark, or "". */
  readonly query: string;
  /** The path at which the app is served: "" or, for example, "/mock". */
  readonly basePath: string;
  /** Whether earlier middleware lets pages of the request's origin read the response, as Vite's `server.cors` does. */
  readonly isOriginAllowed: boolean;
  /** Returns how the request reached the app. Only the control API and `cors: false` need it. */
  getConnection(): Connection;
}

/** Removes the base path from a path with a query, and splits it. A host may have removed the base path before. */
export function splitTarget(
  originalTarget: string,
  basePath: string,
): Pick<AppRequest, "path" | "query"> & { target: string } {
  const target = removeBasePath(originalTarget, basePath);
  const path = target.replace(/\?.*/s, "");
  return { target, path, query: target.slice(path.length) };
}

function removeBasePath(target: string, basePath: string): string {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  if (rest === "" || rest.startsWith("?")) {
    return `/${rest}`;
  }
  // "/mockery" isn't below "/mock".
  return rest.startsWith("/") ? rest : target;
}
