import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../generated/openapi.ts";
import { toJson } from "../shared/json.ts";

/** A request before the token is added. openapi-fetch creates it instead of a `Request`, which would double the time of a call. */
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

/** The client of openapi-fetch. Its types check the method, the path and the body of each operation. */
type OpenapiClient = Client<paths>;

export const createOpenapiClient = (baseUrl: string): OpenapiClient =>
  createClient<paths>({
    baseUrl,
    bodySerializer: toJson,
    // openapi-fetch only creates it and hands it to `fetch`, which is ours.
    Request: BuiltRequest as unknown as typeof Request,
  });

/** Passes an operation to openapi-fetch, as `(openapi, init) => openapi.POST("/path", { body, ...init })`. */
export type CallOpenapi = (openapi: OpenapiClient, init: OpenapiInit) => Promise<unknown>;

interface OpenapiInit {
  readonly headers: Record<string, string>;
  readonly fetch: (request: Request) => Promise<never>;
}

/**
 * Builds the request of a call with openapi-fetch: its URL, headers and JSON. Attempts send it, because openapi-fetch reads
 * responses without a size limit: its `fetch` takes the request, and never settles.
 */
export function buildRequest(
  { openapi, headers }: { readonly openapi: OpenapiClient; readonly headers: Readonly<Record<string, string>> },
  callOpenapi: CallOpenapi,
): Promise<BuiltRequest> {
  return new Promise((resolve, reject) => {
    const fetch = (request: Request) => {
      // What `createOpenapiClient` passes as `Request`.
      resolve(request as unknown as BuiltRequest);
      return new Promise<never>(() => {});
    };
    callOpenapi(openapi, { headers: { ...headers }, fetch }).catch(reject);
  });
}
