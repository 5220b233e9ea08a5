/** What every hook of a {@link Middleware} receives. */
export interface MiddlewareContext {
  /**
   * The request, without the token, which the client adds afterwards. Change its headers in place, or return another Request
   * from `onRequest`.
   */
  readonly request: Request;
  /** The path of the operation in the contract: `"/plants"`. */
  readonly schemaPath: string;
  /** Empty: the operation has no parameters. */
  readonly params: Readonly<Partial<Record<"query" | "header" | "path" | "cookie", Record<string, unknown>>>>;
  /**
   * Identifies the attempt: random characters and a count, such as `"k3v9x0qa1f-1"`. Unique within the process, and unlikely to
   * recur in another, so that it can be sent as a request id.
   */
  readonly id: string;
  /** The number of the attempt: 1, or more after a retry. */
  readonly attempt: number;
}

/** @inline */
type Awaitable<T> = T | Promise<T>;

/**
 * Hooks that run for each attempt. `onRequest` hooks run in order, `onResponse` and `onError` hooks in reverse order. An error
 * that a hook throws rejects the call and isn't retried.
 *
 * @example
 * import { createPlantStoreClient, type Middleware } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const logging: Middleware = {
 *   onRequest({ request, attempt }) {
 *     request.headers.set("x-attempt", String(attempt));
 *   },
 *   onResponse({ response }) {
 *     console.log(response.status); // 200
 *   },
 * };
 * const client = createPlantStoreClient({
 *   baseUrl: "https://plants.example.com",
 *   token: "my-access-token",
 *   fetch: createPlantStoreMock().fetch,
 *   middleware: [logging],
 * });
 * await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
 */
export interface Middleware {
  /**
   * Runs before the request is sent. Return a Request to send it instead, or a Response to use it without sending anything.
   * The Request must stay on the origin of `baseUrl`; otherwise the call rejects with {@link PlantStoreInputError}.
   */
  onRequest?: (context: MiddlewareContext) => Awaitable<Request | Response | undefined | void>;
  /**
   * Runs when the headers of a response have arrived. `response` is a copy for this hook, so reading its body doesn't affect
   * the call. The body of the copy ends after 1 MiB. Return another Response to use it instead.
   */
  onResponse?: (context: MiddlewareContext & { readonly response: Response }) => Awaitable<Response | undefined | void>;
  /**
   * Runs when `fetch` failed. Return a Response to recover, or an Error to reject with it instead. It doesn't run when the
   * connection breaks after the headers of the response have arrived.
   */
  onError?: (
    context: MiddlewareContext & { readonly error: unknown },
  ) => Awaitable<Response | Error | undefined | void>;
}
