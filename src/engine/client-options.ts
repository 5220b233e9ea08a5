import { baseUrlProblem, toBaseUrl } from "../../shared/base-url.ts";
import {
  type Check,
  type Checks,
  type Defined,
  isFunction,
  isSignal,
  optional,
  optionalFunction,
  optionalSignal,
  optionalTimeout,
  readValidOptions,
} from "../../shared/option-checks.ts";
import { tokenProblem } from "../../shared/token.ts";
import { requireTextDecoder } from "../../shared/utf8.ts";
import { type HeaderFields, headersProblem, toHeaderRecord } from "./headers.ts";
import { type Hooks, hooksProblem } from "./hooks.ts";
import { backoffMs, isSafeToRetry, type RetryDelay, type ShouldRetry } from "./retry-policy.ts";

/** The options that a client and each of its calls have. */
interface SharedOptions {
  /**
   * The time limit of a call in milliseconds, including all attempts and delays, up to 2147483647. One attempt that hangs uses
   * it up. Defaults to 30,000.
   */
  timeoutMs?: number | undefined;
  /**
   * The maximum number of retries after attempts that fail. Defaults to 0. A retry never creates a plant twice unless
   * `shouldRetry` says so, so a lost connection and the statuses 500 to 504 aren't retried. Browsers, Deno and workerd don't say
   * whether anything was sent: there, almost only the status 429 is retried.
   */
  retries?: number | undefined;
  /**
   * Returns whether to retry. Called after a connection error, an unexpected response and an Error, while `retries` allow
   * another attempt. Defaults to `({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated`. To create the
   * plant at least once, and maybe twice, pass `({ isTransient }) => isTransient`.
   */
  shouldRetry?: ShouldRetry | undefined;
  /**
   * Returns how long to wait before retry 1, 2, …, in milliseconds. A `Retry-After` header takes precedence. If it is more
   * than a minute, the call isn't retried. Defaults to a random time: at most 500 ms before the first retry, and double that
   * before each next one, up to 8 s.
   */
  retryDelayMs?: RetryDelay | undefined;
  /**
   * Headers to send, except those that the client or the connection sets, such as `authorization` and `host`. A call's replace
   * the client's of the same name.
   */
  headers?: HeaderFields | undefined;
  /** Objects with functions that observe each attempt. A call's are called after the client's. */
  hooks?: readonly Hooks[] | undefined;
}

/** What a token function gets after a whole response with a status from 400 to 499 other than 408 and 429. */
export interface RefusedToken {
  /** The token of the attempt before. The service may have refused the plant instead. */
  readonly token: string;
  /** The status of the response, such as 401. */
  readonly status: number;
}

/** The options of `createPlantStoreClient`. Unknown options are rejected. */
export interface PlantStoreClientOptions extends SharedOptions {
  /**
   * The absolute URL of the service, such as `"https://plants.example.com/v1"`, without a user name, password, query or
   * fragment. The client adds the path of the operation.
   */
  baseUrl: string | URL;
  /**
   * The access token without "Bearer ", or a function that returns one or a promise of one, called for each attempt. After an
   * attempt that the service refused, the function gets that attempt's token. Only a `shouldRetry` of yours repeats such an
   * attempt.
   */
  token: string | ((refused?: RefusedToken) => string | Promise<string>);
  /**
   * Sends the requests: `fetch(url, init)`. It can replace requests and responses, which hooks only observe. It gets the token,
   * and decides where to send it. `init.headers` is a `Headers`: copy it with `new Headers(init.headers)`, since a spread loses the
   * token. Pass a method with its object: `(url, init) => env.STORE.fetch(url, init)`. Defaults to the global `fetch`, looked up
   * for each request.
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** The options of one call. They override the client's, but `headers` and `hooks` are added. Unknown options are rejected. */
export interface CallOptions extends SharedOptions {
  /** Cancels the call, which then rejects with a {@link PlantStoreAbortError}. */
  signal?: AbortSignal | undefined;
}

/** The valid options of a call, with the client's and the defaults. */
export interface CallSettings {
  readonly baseUrl: string;
  readonly token: PlantStoreClientOptions["token"];
  readonly fetch?: PlantStoreClientOptions["fetch"];
  readonly timeoutMs: number;
  readonly retries: number;
  readonly shouldRetry: ShouldRetry;
  readonly retryDelayMs: RetryDelay;
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: readonly Hooks[];
  readonly signal?: AbortSignal | undefined;
  /** The members that `fetch` gets for each request. */
  readonly requestInit: RequestInit;
}

const DEFAULTS = {
  timeoutMs: 30_000,
  retries: 0,
  shouldRetry: isSafeToRetry,
  retryDelayMs: backoffMs,
  headers: {},
  hooks: [],
} satisfies Partial<CallSettings>;

/** @throws `TypeError` with every problem. */
export function readClientOptions(input: PlantStoreClientOptions): CallSettings {
  requireTextDecoder();
  const options = readValidOptions(clientChecks, input);
  return { ...addOptions(DEFAULTS, options), baseUrl: toBaseUrl(options.baseUrl), requestInit: createRequestInit() };
}

function createRequestInit(): RequestInit {
  // Keeps caches from responding, such as that of Next.js, which replaces the global `fetch`. workerd with an old compatibility
  // date throws on this option, and its `Request` doesn't have it.
  const hasCache = "cache" in Object(globalThis.Request?.prototype);
  return { redirect: "manual", ...(hasCache && { cache: "no-store" }) };
}

/** @throws `TypeError` with every problem. */
export function readCallOptions(client: CallSettings, input?: CallOptions): CallSettings {
  if (input === undefined) {
    return client;
  }
  if (isSignal(input)) {
    throw new TypeError("Invalid options: expected an object, not a signal: pass { signal }");
  }
  return addOptions(client, readValidOptions(callChecks, input));
}

/** Options override those before them, but headers and hooks are added. */
function addOptions<Base extends Pick<CallSettings, "headers" | "hooks">, Options extends Defined<SharedOptions>>(
  base: Base,
  options: Options,
) {
  return {
    ...base,
    ...options,
    headers: { ...base.headers, ...toHeaderRecord(options.headers) },
    hooks: [...base.hooks, ...(options.hooks ?? [])],
  };
}

const sharedChecks = {
  timeoutMs: optionalTimeout,
  retries: /* @__PURE__ */ optional((n) => Number.isSafeInteger(n) && Number(n) >= 0, "must be an integer, 0 or more"),
  shouldRetry: optionalFunction,
  retryDelayMs: optionalFunction,
  headers: headersProblem,
  hooks: hooksProblem,
} satisfies Record<string, Check>;

const clientChecks: Checks<PlantStoreClientOptions> = {
  baseUrl: baseUrlProblem,
  token: (token, name) =>
    isFunction(token) ? undefined : tokenProblem(token, name, "a string or a function that returns one"),
  fetch: optionalFunction,
  ...sharedChecks,
};

const callChecks: Checks<CallOptions> = { signal: optionalSignal, ...sharedChecks };
