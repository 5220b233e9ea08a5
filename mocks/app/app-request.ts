import type { ArrivingRequest } from "../wire/request.ts";

/** How a request reached the mock: as which host, and from where. */
export interface Connection {
  readonly scheme: "http" | "https";
  /** The host name and the port, as the client named them. */
  readonly host: string;
  /** If the runtime provides it. */
  readonly clientAddress: string | undefined;
}

/** A request to the app as a transport hands it in. */
export interface IncomingRequest extends Omit<ArrivingRequest, "url"> {
  /** The origin that the client named. */
  readonly origin: string;
  /** The path and the query as the client sent them. */
  readonly originalTarget: string;
  /** What the host leaves of them: Express removes the path of a mount. */
  readonly target: string;
  /** How the request reached the app. */
  readonly connection: Connection;
  /** The header `Access-Control-Allow-Origin` that earlier middleware has set, as Vite's `server.cors` does. */
  readonly allowedOrigin?: string | undefined;
}

/** A request to the app. Its `url` is for matching and for the records. The app may be served elsewhere. */
export interface AppRequest extends IncomingRequest, ArrivingRequest {
  /** The path within the app. */
  readonly path: string;
  /** The query with its question mark, or "". */
  readonly query: string;
}

/** Finds out what a request asks for. The origin of a `baseUrl` replaces that of the request, so its path works for any host. */
export function locate(incoming: IncomingRequest, basePath: string, baseUrl: string): AppRequest {
  const { origin, originalTarget } = incoming;
  const target = removeBasePath(incoming.target, basePath);
  const path = removeQuery(target);
  return {
    ...incoming,
    url: baseUrl === "*" ? origin + originalTarget : new URL(baseUrl).origin + target,
    path,
    query: target.slice(path.length),
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

export const removeQuery = (target: string): string => target.replace(/\?.*/s, "");

/** Returns the path at which the app is served: "/mock" if the client asked for "/mock/other". */
export function findMountPath({ originalTarget, path }: AppRequest, basePath: string): string {
  const originalPath = removeQuery(originalTarget);
  // Without a trace of what the host has removed, the option says it.
  return originalPath.slice(0, -path.length) || basePath;
}
