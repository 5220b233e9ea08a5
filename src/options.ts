import { custom, object, optional } from "valibot";
import { isBearerToken, type Token } from "./bearer-auth.ts";
import { checkInput } from "./check-input.ts";
import type { Middleware } from "./middleware.ts";
import { describeObject } from "./schemas.ts";

const THE_OPTIONS = "The options are";

/**
 * Header fields to send besides those of the contract: a record, a `Headers` or pairs. `authorization` (I13) and
 * `content-type` (I7) are refused: the contract fixes them.
 */
export type HeaderFields = Headers | Readonly<Record<string, string>> | [string, string][];

/** What {@link createPlantStoreClient} takes. */
export interface PlantStoreClientOptions {
  /**
   * Where the service is deployed (I2), such as "https://plants.example.com/v1"; `/plants` is added to it. http or https,
   * without user, query and fragment.
   */
  baseUrl: string | URL;
  /**
   * The access token (I13), or a function that gives one or a promise of one, asked anew for every attempt. Printable
   * Latin-1 without spaces, not empty: what a header can carry.
   */
  token: Token;
  /**
   * Sends the requests: called with `(url, init)`, or with `(request, { signal })` where there is middleware.
   *
   * @default the global `fetch`, looked up at each call
   */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
  /**
   * How long a call may take, in milliseconds, with the token function, all its attempts and the waits between them: from
   * 1 to 2147483647. The interface is silent on time-outs.
   *
   * @default 30_000
   */
  timeoutMs?: number | undefined;
  /**
   * How often a failed attempt is repeated: after a lost connection, 408, 429, 500, 502, 503 and 504. The interface is
   * silent on uniqueness, so a repeated request may create a plant twice.
   *
   * @default 0
   */
  retries?: number | undefined;
  /**
   * Header fields for every request. `authorization` and `content-type` are refused.
   *
   * @default {}
   */
  headers?: HeaderFields | undefined;
  /**
   * Hooks around every attempt, as openapi-fetch takes them.
   *
   * @default []
   */
  middleware?: readonly Middleware[] | undefined;
}

/** What one call of `createPlant` takes besides the NewPlant (I7). */
export interface CreatePlantOptions {
  /**
   * Ends the call: it rejects with the signal's reason.
   *
   * @default undefined
   */
  signal?: AbortSignal | undefined;
  /**
   * How long this call may take, in milliseconds: from 1 to 2147483647.
   *
   * @default the client's `timeoutMs`
   */
  timeoutMs?: number | undefined;
  /**
   * How often a failed attempt of this call is repeated. A repeated request may create a plant twice.
   *
   * @default the client's `retries`
   */
  retries?: number | undefined;
  /**
   * Header fields for this call, in place of the client's of the same name. `authorization` and `content-type` are refused.
   *
   * @default the client's `headers`
   */
  headers?: HeaderFields | undefined;
}

// Beyond this, timers fire at once.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const limits = {
  timeoutMs: optional(
    custom<number>(
      (ms) => typeof ms === "number" && ms >= 1 && ms <= MAX_TIMEOUT_MS,
      `timeoutMs must be from 1 to ${MAX_TIMEOUT_MS}`,
    ),
  ),
  retries: optional(
    custom<number>((n) => Number.isSafeInteger(n) && (n as number) >= 0, "retries must be a whole number"),
  ),
  headers: optional(
    custom<HeaderFields>(isHeaderFields, "headers must be valid, without authorization and content-type"),
  ),
};

const clientOptionsSchema = object(
  {
    baseUrl: custom<string | URL>(
      isBaseUrl,
      'baseUrl must be a URL such as "https://plants.example.com/v1", without user info, query and fragment',
    ),
    token: custom<Token>(
      (token) => isFunction(token) || isBearerToken(token),
      "token must be a string that a header can carry, or a function",
    ),
    fetch: optional(custom<NonNullable<PlantStoreClientOptions["fetch"]>>(isFunction, "fetch must be a function")),
    middleware: optional(
      custom<readonly Middleware[]>(isMiddleware, "middleware must be objects with onRequest, onResponse or onError"),
      [],
    ),
    ...limits,
  },
  describeObject,
);

const callOptionsSchema = object(
  {
    signal: optional(
      custom<AbortSignal>((signal) => isFunction(Object(signal).throwIfAborted), "signal must be an AbortSignal"),
    ),
    ...limits,
  },
  describeObject,
);

/** The options of a client, checked, with their defaults. */
export type ClientSettings = ReturnType<typeof checkClientOptions>;

/**
 * Checks the options of a client, and fills in the defaults.
 *
 * @throws {PlantStoreInputError} with an issue for each fault. No issue quotes a value, which may be a secret.
 */
export function checkClientOptions(options: PlantStoreClientOptions) {
  const {
    baseUrl,
    timeoutMs = 30_000,
    retries = 0,
    headers,
    middleware,
    ...rest
  } = checkInput(THE_OPTIONS, clientOptionsSchema, options);
  return {
    ...rest,
    middleware: [...middleware],
    baseUrl: new URL(baseUrl).href.replace(/\/+$/, ""),
    timeoutMs,
    retries,
    headers: toHeaders(headers),
  };
}

/** Checks the options of a call, and fills in those of the client. */
export function checkCallOptions(options: CreatePlantOptions, client: ClientSettings) {
  const {
    timeoutMs = client.timeoutMs,
    retries = client.retries,
    headers,
    signal,
  } = checkInput(THE_OPTIONS, callOptionsSchema, options);
  return { timeoutMs, retries, signal, headers: toHeaders(headers) };
}

// Headers takes a record, another Headers and pairs alike; its type wants to know which.
const toHeaders = (fields: HeaderFields | undefined) => fields && new Headers(fields as Headers);

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** http or https, no user info before an @, a path, no query and no fragment, not even an empty one. */
function isBaseUrl(value: unknown): boolean {
  const text = String(value);
  return URL.canParse(text) && /^https?:\/\/[^/@]+\/[^?#]*$/.test(new URL(text).href);
}

/** Whether these can be sent besides the fields that the contract fixes. */
function isHeaderFields(value: unknown): boolean {
  try {
    const headers = new Headers(value as Headers);
    return !headers.has("authorization") && !headers.has("content-type");
  } catch {
    return false;
  }
}

function isMiddleware(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((hooks) => isFunction(hooks?.onRequest ?? hooks?.onResponse ?? hooks?.onError))
  );
}
