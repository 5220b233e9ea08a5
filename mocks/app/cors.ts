import type { MockResponse, ResponseParts } from "../messages.ts";
import type { AppRequest } from "./request.ts";

export const CORS_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Headers of the response replace CORS headers of the same name, since browsers reject duplicates. */
export function addCorsHeaders(response: MockResponse): MockResponse {
  if (!(response instanceof Response)) {
    return { ...response, headers: { ...CORS_HEADERS, ...response.headers } };
  }
  if (response.type === "error") {
    return response;
  }
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS_HEADERS)) {
    if (!headers.has(name)) {
      headers.set(name, value);
    }
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

export function respondToPreflight({ method, headers }: AppRequest): ResponseParts | undefined {
  const requestedMethod = headers.get("access-control-request-method");
  if (method !== "OPTIONS" || requestedMethod === null || headers.get("origin") === null) {
    return undefined;
  }
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": requestedMethod,
      // Not always "*", which doesn't include Authorization.
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "*",
      "access-control-allow-private-network": "true",
      "access-control-max-age": "600",
    },
    body: "",
  };
}
