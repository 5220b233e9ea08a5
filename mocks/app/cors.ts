import type { MockRequest } from "../requests/request.ts";
import { errorResponse } from "../responses.ts";
import type { AppRequest } from "./request.ts";

const CORS_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Adds the CORS headers that the response doesn't have. Browsers reject duplicates. */
export function addCorsHeaders(response: Response): void {
  if (response.type === "error") {
    return;
  }
  for (const [name, value] of Object.entries(CORS_HEADERS)) {
    if (!response.headers.has(name)) {
      response.headers.set(name, value);
    }
  }
}

export function respondToPreflight({ method, headers }: MockRequest): Response | undefined {
  const requestedMethod = headers.get("access-control-request-method");
  if (method !== "OPTIONS" || requestedMethod === null || headers.get("origin") === null) {
    return undefined;
  }
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": requestedMethod,
      // "*" doesn't include Authorization.
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "*",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    },
  });
}

/** Refuses pages of other origins. Only the hosts are compared, since a proxy may have removed TLS. */
export function refuseOrigin(request: AppRequest): Response | undefined {
  const origin = request.headers.get("origin");
  return origin === null || origin.replace(/^https?:\/\//i, "").toLowerCase() === request.getPeer().host.toLowerCase()
    ? undefined
    : errorResponse(403, "This mock refuses requests from pages of other origins: cors is false (--no-cors).");
}
