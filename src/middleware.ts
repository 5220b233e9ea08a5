/** What every callback of a {@link Middleware} is given of one attempt at the operation (I1). */
export interface MiddlewareContext {
  /** The request, without the token, which is added to what is sent alone. */
  readonly request: Request;
  /** The path in the contract, "/plants". */
  readonly schemaPath: string;
  /** Empty: the operation has no parameters (I8). */
  readonly params: Readonly<Partial<Record<"query" | "header" | "path" | "cookie", Record<string, unknown>>>>;
  /** An identifier of the attempt. */
  readonly id: string;
  /** What openapi-fetch was set up with. */
  readonly options: {
    /** The client's own, without a trailing slash (I2). */
    readonly baseUrl: string;
    /** "json": there is no other answer. */
    readonly parseAs: "json" | "text" | "blob" | "arrayBuffer" | "stream";
    /** The client's own way to send this attempt, not a `fetch` for middleware to call. */
    readonly fetch: typeof globalThis.fetch;
    /** Not called: the operation has no query (I8). */
    readonly querySerializer: (query: Record<string, unknown>) => string;
    /** Writes the NewPlant (I7) as JSON. */
    readonly bodySerializer: (body: undefined) => unknown;
    /** Not called: the operation has no path parameters (I8). */
    readonly pathSerializer: (pathname: string, pathParams: Record<string, unknown>) => string;
  };
}

/** @inline */
type Awaitable<T> = T | Promise<T>;

/**
 * A hook around every attempt, as openapi-fetch takes it. `onRequest` runs in the order in which middleware is given,
 * `onResponse` and `onError` in the reverse. The token (I13) is added after it: no middleware sees it.
 *
 * @example
 * import { createPlantStoreClient, type Middleware } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const numbering: Middleware = {
 *   onRequest({ request, id }) {
 *     request.headers.set("x-request-id", id);
 *   },
 *   onResponse({ response }) {
 *     console.log(response.status); // 200
 *   },
 * };
 * const client = createPlantStoreClient({
 *   baseUrl: "https://plants.example.com",
 *   token: "my-access-token",
 *   fetch: createPlantStoreMock().fetch,
 *   middleware: [numbering],
 * });
 * await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
 */
export interface Middleware {
  /** May return a Request to send in place of this one, or a Response to answer without sending. To read the body, read a clone. */
  onRequest?: (context: MiddlewareContext) => Awaitable<Request | Response | undefined | void>;
  /** May return a Response in place of this one, which is a clone of its own, its body not read yet. */
  onResponse?: (context: MiddlewareContext & { readonly response: Response }) => Awaitable<Response | undefined | void>;
  /** May return a Response to recover, or an Error in place of this one. */
  onError?: (
    context: MiddlewareContext & { readonly error: unknown },
  ) => Awaitable<Response | Error | undefined | void>;
}
