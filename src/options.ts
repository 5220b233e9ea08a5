import { PlantStoreInputError } from "./errors.ts";
import { type HeaderFields, headersProblem, toHeaders } from "./headers.ts";
import type { Hooks } from "./hooks.ts";
import { backoffMs, type RetryDelay, retryTransient, type ShouldRetry } from "./retry.ts";
import { parseBaseUrl } from "./shared/base-url.ts";
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
  readOptions,
} from "./shared/options.ts";
import { tokenProblem } from "./shared/token.ts";

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
   * Sends the requests: `fetch(url, init)`. It can replace requests and responses, which hooks only observe. It gets the token,
   * and decides where to send it. Defaults to the global `fetch`, looked up for each request.
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The time limit of a call in milliseconds, including all attempts and delays, up to 2147483647. Defaults to 30,000. */
  timeoutMs?: number | undefined;
  /** The maximum number of retries after attempts that fail. Defaults to 0, because a retry may create the plant twice. */
  retries?: number | undefined;
  /**
   * Returns whether to retry. Called after a connection error, an unexpected response and an Error, while `retries` and the
   * time allow another attempt. Defaults to `({ isTransient }) => isTransient`. To never create a plant twice, pass
   * `({ isTransient, mayHaveBeenCreated }) => isTransient && !mayHaveBeenCreated`.
   */
  shouldRetry?: ShouldRetry | undefined;
  /**
   * Returns how long to wait before retry 1, 2, …, in milliseconds. A `Retry-After` header takes precedence. If it is more
   * than a minute, the call isn't retried. Defaults to a random time: at most 500 ms before the first retry, and double that
   * before each next one, up to 8 s.
   */
  retryDelayMs?: RetryDelay | undefined;
  /** Headers for every request, except those that the client or the connection sets, such as `authorization` and `host`. */
  headers?: HeaderFields | undefined;
  /** Objects with functions that observe each attempt. */
  hooks?: readonly Hooks[] | undefined;
}

/** The options of one `createPlant` call. They override the client's. Unknown options are rejected. */
export interface CreatePlantOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The time limit of this call in milliseconds. */
  timeoutMs?: number | undefined;
  /** The maximum number of retries of this call. A retry may create the plant twice. */
  retries?: number | undefined;
  /** Returns whether to retry this call. */
  shouldRetry?: ShouldRetry | undefined;
  /** Returns how long to wait before retry 1, 2, …, in milliseconds. */
  retryDelayMs?: RetryDelay | undefined;
  /** Headers for this call. They replace the client's headers of the same name. */
  headers?: HeaderFields | undefined;
}

/** Own properties, so that a missing option isn't read from a polluted `Object.prototype`. */
const DEFAULTS = {
  fetch: undefined,
  signal: undefined,
  timeoutMs: 30_000,
  retries: 0,
  shouldRetry: retryTransient,
  retryDelayMs: backoffMs,
};

export type ClientSettings = ReturnType<typeof readClientOptions>;

export function readClientOptions(options: PlantStoreClientOptions) {
  const { baseUrl, headers, hooks = [], ...others } = readValid(clientChecks, options);
  return {
    ...DEFAULTS,
    ...others,
    baseUrl: String(parseBaseUrl(baseUrl).baseUrl),
    headers: toHeaders(headers),
    hooks: [...hooks],
  };
}

export function readCallOptions(options: CreatePlantOptions, client: ClientSettings) {
  const { headers, ...others } = readValid(callChecks, options);
  return { ...client, ...others, headers: toHeaders(headers) };
}

const sharedChecks = {
  timeoutMs: optionalTimeout,
  retries: optional((n) => Number.isSafeInteger(n) && Number(n) >= 0, "must be an integer, 0 or more"),
  shouldRetry: optionalFunction,
  retryDelayMs: optionalFunction,
  headers: headersProblem,
} satisfies Record<string, Check>;

const clientChecks: Checks<PlantStoreClientOptions> = {
  baseUrl: (value, name) => parseBaseUrl(value, name).problem,
  token: (token, name) =>
    isFunction(token) ? undefined : tokenProblem(token, name, "a string or a function that returns one"),
  fetch: optionalFunction,
  hooks: optional(areHooks, "must be an array of objects with onRequest, onResponse or onError"),
  ...sharedChecks,
};

const callChecks: Checks<CreatePlantOptions> = { signal: optionalSignal, ...sharedChecks };

function readValid<T extends object>(checks: Checks<T>, input: T): Defined<T> {
  if (isSignal(input)) {
    throw new PlantStoreInputError("Invalid options", [
      { message: "expected an object, not a signal: pass { signal }" },
    ]);
  }
  const { options, issues } = readOptions(checks, input);
  if (issues.length > 0) {
    throw new PlantStoreInputError("Invalid options", issues);
  }
  return options;
}

function areHooks(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((hooks) => {
      const { onRequest, onResponse, onError } = Object(hooks);
      const defined = [onRequest, onResponse, onError].filter((hook) => hook !== undefined);
      return defined.length > 0 && defined.every(isFunction);
    })
  );
}
