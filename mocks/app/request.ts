import type { MockRequest } from "../requests/request.ts";
import type { Peer } from "./access.ts";

/** A request to the app. Its URL is the one to match and to record, which doesn't tell where the app is served. */
export interface AppRequest extends MockRequest {
  /** Without the base path. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** The path at which the app is served: "" or, for example, "/mock". */
  readonly basePath: string;
  /** Only for the page and the control API. */
  getPeer(): Peer;
}

/** Removes the base path from a path with a query, and splits it. A host may have removed the base path before. */
export function splitTarget(target: string, basePath: string): Pick<AppRequest, "path" | "query"> & { target: string } {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  const own = /^(?:$|\?)/.test(rest) ? `/${rest}` : rest.startsWith("/") ? rest : target;
  const end = own.indexOf("?");
  const path = end === -1 ? own : own.slice(0, end);
  return { target: own, path, query: own.slice(path.length) };
}
