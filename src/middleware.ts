/** What every hook of a {@link Middleware} receives. */
export interface MiddlewareContext {
  /** The request, without the token. Change its headers in place, or return another Request from `onRequest`. */
  readonly request: Request;
  /** The path of the operation in the contract: `"/plants"`. */
  readonly schemaPath: string;
  /** Empty: the operation has no parameters. */
  readonly params: Readonly<Partial<Record<"query" | "header" | "path" | "cookie", Record<string, unknown>>>>;
  /** Identifies the attempt, such as `"k3v9x0qa1f-1"`: unique in the process, and very likely beyond it. */
  readonly id: string;
  /** The number of the attempt: 1, or more after a retry. */
  readonly attempt: number;
}

/** @inline */
type Awaitable<T> = T | Promise<T>;

/**
 * Hooks that run for each attempt: `onRequest` in order, `onResponse` and `onError` in reverse order. An error that a hook throws
 * rejects the call and isn't retried.
 */
export interface Middleware {
  /**
   * Runs before the request is sent. Return a Request to send it instead, or a Response to use it without sending anything
   * or running another hook of the attempt.
   * The Request must stay on the origin of `baseUrl`; otherwise the call rejects with {@link PlantStoreInputError}.
   */
  onRequest?: (context: MiddlewareContext) => Awaitable<Request | Response | undefined | void>;
  /**
   * Runs when the headers of a response have arrived. `response` is a copy for this hook, so reading its body doesn't affect
   * the call. The body of the copy ends after 1 MiB. Return another Response to use it instead.
   */
  onResponse?: (context: MiddlewareContext & { readonly response: Response }) => Awaitable<Response | undefined | void>;
  /**
   * Runs when the connection fails before the headers of the response arrive, or the call is aborted. Return a Response to
   * recover, or an Error to reject with it instead.
   */
  onError?: (
    context: MiddlewareContext & { readonly error: unknown },
  ) => Awaitable<Response | Error | undefined | void>;
}
