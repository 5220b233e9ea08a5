import { isBearerToken, type Token } from "./bearer-auth.ts";
import { type InputIssue, PlantStoreInputError } from "./errors/input-error.ts";
import type { Middleware } from "./middleware.ts";

/** Header fields to send besides those of the contract: a record, a `Headers` or pairs. */
export type HeaderFields = Headers | Readonly<Record<string, string>> | [string, string][];

/** What `createPlantStoreClient` takes. */
export interface PlantStoreClientOptions {
  /** Where the service is deployed (I2), such as "https://plants.example.com/v1"; `/plants` is added to it. http or https, without user, query and fragment. */
  baseUrl: string | URL;
  /** The access token (I13), or a function that gives one or a promise of one, asked anew for every attempt. */
  token: Token;
  /** Sends the requests: called with `(url, init)`, or with a `Request` where there is middleware. @default the global `fetch`, looked up at each call */
  fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
  /** How long a call may take, in milliseconds, with the token function, all its attempts and the waits between them. @default 30_000 */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated. The service promises no uniqueness, so a repeated request may create a plant twice. @default 0 */
  retries?: number | undefined;
  /** Header fields for every request. */
  headers?: HeaderFields | undefined;
  /** Hooks around every attempt, as openapi-fetch takes them. */
  middleware?: readonly Middleware[] | undefined;
}

/** What one call of `createPlant` takes. */
export interface CreatePlantOptions {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** In place of the client's, in milliseconds. */
  timeoutMs?: number | undefined;
  /** In place of the client's. */
  retries?: number | undefined;
  /** Added to the client's, and in place of those of the same name. */
  headers?: HeaderFields | undefined;
}

/** The client's options, checked, with their defaults. */
export interface ClientSettings {
  readonly baseUrl: string;
  readonly token: Token;
  readonly fetch: PlantStoreClientOptions["fetch"];
  readonly timeoutMs: number;
  readonly retries: number;
  readonly headers: Headers | undefined;
  readonly middleware: readonly Middleware[];
}

/** The options of a call, checked, with those of the client where it has none. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly headers: Headers | undefined;
}

// Beyond this, timers fire at once.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws {PlantStoreInputError} with an issue for each fault. No issue quotes a value, which may be a secret.
 */
export function checkClientOptions(options: PlantStoreClientOptions): ClientSettings {
  const { baseUrl, token, fetch, timeoutMs = 30_000, retries = 0, headers, middleware = [] } = options ?? {};
  const issues: InputIssue[] = [];
  const settings = {
    baseUrl: readBaseUrl(issues, baseUrl),
    token,
    fetch,
    timeoutMs,
    retries,
    headers: readHeaders(issues, headers),
    middleware: [...middleware],
  };
  if (typeof token !== "function" && !isBearerToken(token)) {
    addIssue(
      issues,
      "token",
      "must be a string that a header can carry (Latin-1 without spaces, not empty), or a function that gives one",
    );
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    addIssue(issues, "fetch", "must be a function like the global fetch");
  }
  if (!settings.middleware.every((hooks) => hooks?.onRequest || hooks?.onResponse || hooks?.onError)) {
    addIssue(issues, "middleware", "must hold objects with onRequest, onResponse or onError");
  }
  checkLimits(issues, timeoutMs, retries);
  throwAny(issues);
  return settings;
}

/** Checks the options of a call and fills in those of the client. */
export function checkCallOptions(options: CreatePlantOptions, client: ClientSettings): CallSettings {
  const { signal, timeoutMs = client.timeoutMs, retries = client.retries, headers } = options;
  const issues: InputIssue[] = [];
  const settings = { signal, timeoutMs, retries, headers: readHeaders(issues, headers) };
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    addIssue(issues, "signal", "must be an AbortSignal");
  }
  checkLimits(issues, timeoutMs, retries);
  throwAny(issues);
  return settings;
}

function addIssue(issues: InputIssue[], field: string, message: string): void {
  issues.push({ message: `${field} ${message}`, path: [field] });
}

function throwAny(issues: readonly InputIssue[]): void {
  if (issues.length > 0) {
    throw new PlantStoreInputError("The options are", issues);
  }
}

function checkLimits(issues: InputIssue[], timeoutMs: number, retries: number): void {
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    addIssue(issues, "timeoutMs", `must be a number of milliseconds, more than 0 and at most ${MAX_TIMEOUT_MS}`);
  }
  if (!(Number.isSafeInteger(retries) && retries >= 0)) {
    addIssue(issues, "retries", "must be a whole number, 0 or more");
  }
}

/** The address without its trailing slashes. */
function readBaseUrl(issues: InputIssue[], baseUrl: string | URL): string {
  const text = String(baseUrl);
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Said below.
  }
  if (!url || !/^https?:$/.test(url.protocol)) {
    addIssue(issues, "baseUrl", 'must be an absolute http or https URL, such as "https://plants.example.com/v1"');
  } else if (url.username || url.password) {
    addIssue(issues, "baseUrl", "must have no user info: give credentials as the token");
  } else if (/[?#]/.test(text)) {
    addIssue(issues, "baseUrl", "must have no query and no fragment: give it up to the path that /plants follows");
  } else {
    return url.href.replace(/\/+$/, "");
  }
  return "";
}

/** Sent fields as `Headers`. What the contract fixes is not to be given again. */
function readHeaders(issues: InputIssue[], fields: HeaderFields | undefined): Headers | undefined {
  if (fields === undefined) {
    return undefined;
  }
  try {
    // Headers takes a record, another Headers and pairs alike; its type wants to know which.
    const headers = new Headers(fields as Headers);
    if (!headers.has("authorization") && !headers.has("content-type")) {
      return headers;
    }
    addIssue(
      issues,
      "headers",
      "must have no authorization, which is made of the token, and no content-type, which is application/json",
    );
  } catch {
    // What Headers throws quotes the value.
    addIssue(issues, "headers", "must have names and values that HTTP can carry");
  }
  return undefined;
}
