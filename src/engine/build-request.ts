import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/openapi.ts";
import { toJson } from "../shared/json.ts";

/** A request before the token is added. A small class, since a `Request` takes as long as the rest of a call. */
export class BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, { method, headers, body }: Omit<BuiltRequest, "url">) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
  }
}

/** The client of openapi-fetch. Its types check the method, the path and the body of each call. */
export type Http = Client<paths>;

export const createHttp = (baseUrl: string): Http =>
  createClient<paths>({ baseUrl, bodySerializer: toJson, Request: BuiltRequest as unknown as typeof Request });

/** Calls an operation, as `(http, init) => http.POST("/path", { body, ...init })`. */
export type CallOperation = (http: Http, init: CallInit) => Promise<unknown>;

interface CallInit {
  readonly headers: Headers;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Builds the request of a call with openapi-fetch: its URL, headers and JSON. openapi-fetch doesn't send it, because it reads
 * responses without a size limit.
 */
export async function buildRequest(http: Http, headers: Headers, callOperation: CallOperation): Promise<BuiltRequest> {
  let built!: BuiltRequest;
  await callOperation(http, {
    headers,
    async fetch(request) {
      built = request as unknown as BuiltRequest;
      return new Response(null, { status: 204 });
    },
  });
  return built;
}
