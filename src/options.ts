import { PlantStoreInputError } from "./errors.ts";
import type { Middleware } from "./middleware.ts";
import { backoffMs, type RetryDelay } from "./retry.ts";
import { parseBaseUrl } from "./shared/base-url.ts";
import { CONNECTION_HEADERS } from "./shared/connection-headers.ts";
import { MAX_TIMER_MS } from "./shared/limits.ts";
import { unknownName } from "./shared/nearest.ts";
import { PATH } from "./shared/operation.ts";
import type { InputIssue } from "./shared/options.ts";
import { tokenProblem } from "./shared/token.ts";

/** Headers to send: a record, a `Headers` object or name-value pairs. */
export type HeaderFields = Headers | Readonly<Record<string, string>> | [string, string][];

/** The options of {@link createPlantStoreClient}. Unknown options are rejected. */
export interface PlantStoreClientOptions {
  /**
   * The absolute URL of the service, such as `"https://plants.example.com/v1"`, without a user name, password, query or
   * fragment. The client adds `/plants`.
   */
  baseUrl: string | URL;
  /** The access token without "Bearer ", or a function that returns one or a promise of one, called for each attempt. */
  token: string | (() => string | Promise<string>);
  /**
   * Sends the requests. Called as `fetch(url, init)`, or as `fetch(request, init)` after middleware replaced the request: the
   * body is then that of `request`, and `init.body` is `null`. Defaults to the global `fetch`, looked up for each request.
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** The time limit of a call in milliseconds, with all attempts and delays, up to 2147483647. Defaults to 30,000. */
  timeoutMs?: number | undefined;
  /**
   * How many times to retry after a connection error or a response with status 408, 429, 500, 502, 503 or 504. Defaults to 0,
   * because a retry may create the plant twice.
   */
  retries?: number | undefined;
  /**
   * Returns how long to wait before retry 1, 2, …, in milliseconds. A `Retry-After` header takes precedence; a call that it
   * asks to wait for more than a minute isn't retried. Defaults to a random time: at most 500 ms before the first retry, and
   * twice the maximum before each next one, up to 8 s.
   */
  retryDelayMs?: RetryDelay | undefined;
  /** Headers for every request, except those that the client or the connection sets, such as `authorization` and `host`. */
  headers?: HeaderFields | undefined;
  /** Hooks that run for each attempt. */
  middleware?: readonly Middleware[] | undefined;
}

/** The options of one `createPlant` call. They override the client's. Unknown options are rejected. */
export interface CreatePlantOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The time limit of this call in milliseconds. */
  timeoutMs?: number | undefined;
  /** How many times to retry this call. A retry may create the plant twice. */
  retries?: number | undefined;
  /** Returns how long to wait before retry 1, 2, …, in milliseconds. */
  retryDelayMs?: RetryDelay | undefined;
  /** Headers for this call. They replace the client's headers of the same name. */
  headers?: HeaderFields | undefined;
}

export type ClientSettings = ReturnType<typeof readClientOptions>;

export function readClientOptions(options: PlantStoreClientOptions) {
  const {
    baseUrl: base,
    timeoutMs = 30_000,
    retries = 0,
    retryDelayMs = backoffMs,
    headers,
    middleware = [],
    ...rest
  } = readOptions(clientChecks, options);
  const { baseUrl = "" } = parseBaseUrl(base);
  return {
    ...rest,
    baseUrl,
    url: baseUrl + PATH,
    timeoutMs,
    retries,
    retryDelayMs,
    headers,
    middleware: [...middleware],
  };
}

export function readCallOptions(options: CreatePlantOptions, client: ClientSettings) {
  const {
    signal,
    timeoutMs = client.timeoutMs,
    retries = client.retries,
    retryDelayMs = client.retryDelayMs,
    headers,
  } = readOptions(callChecks, options);
  return { signal, timeoutMs, retries, retryDelayMs, headers };
}

type Check = (value: unknown) => string | undefined;

const isFunction = (value: unknown): boolean => typeof value === "function";

const isSignal = (value: unknown): boolean => isFunction(Object(value).throwIfAborted);

const optional =
  (isValid: (value: unknown) => boolean, problem: string): Check =>
  (value) =>
    value === undefined || isValid(value) ? undefined : problem;

const callChecks: Record<keyof CreatePlantOptions, Check> = {
  signal: optional(isSignal, "signal must be an AbortSignal"),
  timeoutMs: optional(
    (ms) => typeof ms === "number" && ms >= 1 && ms <= MAX_TIMER_MS,
    `timeoutMs must be a number from 1 to ${MAX_TIMER_MS}`,
  ),
  retries: optional(
    (n) => typeof n === "number" && Number.isSafeInteger(n) && n >= 0,
    "retries must be an integer, 0 or more",
  ),
  retryDelayMs: optional(isFunction, "retryDelayMs must be a function"),
  headers: headersProblem,
};

const { signal: _, ...sharedChecks } = callChecks;

const clientChecks: Record<keyof PlantStoreClientOptions, Check> = {
  baseUrl: (value) => parseBaseUrl(value).problem,
  token: (token) =>
    isFunction(token) ? undefined : tokenProblem(token, "token", "a string or a function that returns one"),
  fetch: optional(isFunction, "fetch must be a function"),
  middleware: optional(isMiddleware, "middleware must be an array of objects with onRequest, onResponse or onError"),
  ...sharedChecks,
};

/** Only own properties count, so that a polluted `Object.prototype` can't set an option. */
function readOptions<T extends CreatePlantOptions>(checks: Record<keyof T, Check>, options: T) {
  if (typeof options !== "object" || options === null || isSignal(options)) {
    const message = `expected an object${isSignal(options) ? ", not a signal: pass { signal }" : ""}`;
    throw new PlantStoreInputError("Invalid options", [{ message }]);
  }
  const known = Object.keys(checks) as (string & keyof T)[];
  const own: T = { __proto__: null, ...options };
  const settings = Object.assign(own, { headers: toHeaders(own.headers) });
  const issues: InputIssue[] = [];
  for (const name of new Set([...known, ...(Object.keys(own) as typeof known)])) {
    const message = known.includes(name) ? checks[name](own[name]) : unknownName("option", name, known);
    if (message) {
      issues.push({ message, path: [name] });
    }
  }
  if (issues.length > 0) {
    throw new PlantStoreInputError("Invalid options", issues);
  }
  return settings;
}

const CLIENT_HEADERS = ["authorization", "content-type"];

export const connectionHeader = (headers: Headers): string | undefined =>
  CONNECTION_HEADERS.find((name) => headers.has(name));

function headersProblem(value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!(value instanceof Headers)) {
    return "headers must be an object, a Headers object or an array of pairs, with valid names and values";
  }
  const name = CLIENT_HEADERS.find((name) => value.has(name)) ?? connectionHeader(value);
  return name && `headers must not include ${name}`;
}

/** Copies headers, since an iterator can be read only once. Returns invalid ones as they are, for `headersProblem`. */
function toHeaders(headers: HeaderFields | undefined): Headers | undefined {
  try {
    return headers === undefined ? undefined : new Headers(headers);
  } catch {
    return headers as Headers;
  }
}

function isMiddleware(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((hooks) => {
      const { onRequest, onResponse, onError } = Object(hooks);
      const defined = [onRequest, onResponse, onError].filter((hook) => hook !== undefined);
      return defined.length > 0 && defined.every(isFunction);
    })
  );
}
