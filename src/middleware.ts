/** What every middleware callback is given of one attempt. */
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
    readonly baseUrl: string;
    readonly parseAs: "json" | "text" | "blob" | "arrayBuffer" | "stream";
    /** The client's own way to send this attempt, not a `fetch` for middleware to call. */
    readonly fetch: typeof globalThis.fetch;
    readonly querySerializer: (query: Record<string, unknown>) => string;
    readonly bodySerializer: (body: undefined) => unknown;
    readonly pathSerializer: (pathname: string, pathParams: Record<string, unknown>) => string;
  };
}

type Awaitable<T> = T | Promise<T>;

/**
 * A hook around every attempt, as openapi-fetch takes it. `onRequest` runs in the order in which middleware is given,
 * `onResponse` and `onError` in the reverse.
 *
 * @example
 * const timing: Middleware = {
 *   onRequest: ({ request }) => { request.headers.set("x-started", String(Date.now())); },
 * };
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
