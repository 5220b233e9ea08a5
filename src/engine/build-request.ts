import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/openapi.ts";
import { toJson } from "../shared/json.ts";
import type { CallSettings } from "./options.ts";

/** Calls an operation, as `(http) => http.POST("/path", { body })`. Its types check the method, the path and the body. */
export type Post = (http: Client<paths>) => Promise<unknown>;

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

/**
 * Builds the request of a call with openapi-fetch: its URL, headers and JSON. openapi-fetch doesn't send it, because it reads
 * responses without a size limit.
 */
export async function buildRequest({ baseUrl, headers }: CallSettings, post: Post): Promise<BuiltRequest> {
  let built!: BuiltRequest;
  const http = createClient<paths>({
    baseUrl,
    headers,
    bodySerializer: toJson,
    Request: BuiltRequest as unknown as typeof Request,
    async fetch(request) {
      built = request as unknown as BuiltRequest;
      return new Response(null, { status: 204 });
    },
  });
  await post(http);
  return built;
}
