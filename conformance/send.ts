import { MAX_BODY_BYTES } from "../src/shared/limits.ts";
import { OPERATIONS } from "../src/shared/operations.ts";
import { readBody } from "../src/shared/read-body.ts";
import { REDACTED_AUTHORIZATION } from "../src/shared/redact.ts";

export interface CaseRequest {
  readonly path: string;
  /** `send` replaces a redacted token by the real one, so that no report can show it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface CaseResponse {
  readonly status: number;
  readonly headers: Headers;
  /** `undefined` if the body isn't UTF-8. */
  readonly text: string | undefined;
}

/** No complete response. */
export interface Failure {
  readonly failure: string;
  readonly status?: number;
  /** Whether the connection was never made. */
  readonly isUnreachable?: boolean;
}

export type Outcome = CaseResponse | Failure;

export const hasStatus = (outcome: Outcome, first: number, last = first): outcome is CaseResponse =>
  !("failure" in outcome) && outcome.status >= first && outcome.status <= last;

export const isSuccess = (outcome: Outcome) => hasStatus(outcome, 200, 299);

export const isRejection = (outcome: Outcome) => hasStatus(outcome, 400, 499);

export const isBadRequest = (outcome: Outcome) => hasStatus(outcome, 400);

/** Browsers show a redirect that they don't follow as status 0. */
export const isRedirect = ({ status }: CaseResponse): boolean => status === 0 || (status >= 300 && status < 400);

export const isHtml = ({ headers }: CaseResponse): boolean => /\bx?html\b/i.test(headers.get("content-type") ?? "");

/** Describes the status of a response, with the headers that explain it. */
export function describeStatus({ status, headers }: CaseResponse): string {
  const reasons = ["WWW-Authenticate", "Location", "Retry-After"]
    .filter((name) => headers.has(name))
    .map((name) => `${name}: ${headers.get(name)}`);
  return `${status || "a redirect"}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}`;
}

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a request. Settles within `timeoutMs`, even if a custom fetch ignores its signal. Doesn't follow redirects, so that the
 * token goes only to this origin.
 *
 * @throws the reason of `signal`, if it aborts.
 */
export async function send(
  { baseUrl, token, fetch, timeoutMs, signal }: Target,
  { path, headers, body }: CaseRequest,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const interrupted = new Promise<Failure>((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, { failure: `no complete response within ${timeoutMs} ms` });
    controller.signal.addEventListener("abort", () => clearTimeout(timer));
    signal?.addEventListener("abort", () => reject(signal.reason), { signal: controller.signal });
  });
  const init: RequestInit = {
    method: OPERATIONS.createPlant.method,
    headers: {
      ...headers,
      ...(headers.authorization === REDACTED_AUTHORIZATION && { authorization: `Bearer ${token}` }),
    },
    // Encoded, because `fetch` adds a content type to a string.
    ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    signal: controller.signal,
  };
  try {
    return await Promise.race([interrupted, receive(fetch, `${baseUrl}${path}`, init)]);
  } finally {
    controller.abort();
  }
}

async function receive(fetch: Target["fetch"], url: string, init: RequestInit): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    return { failure: `no response: ${describeError(error)}`, isUnreachable: isUnreachable(error) };
  }
  const { status, headers } = response;
  try {
    const buffer = await readBody(response);
    return buffer.isTooLarge
      ? { status, failure: `the body of the ${status} response is larger than ${MAX_BODY_BYTES / 2 ** 20} MiB` }
      : { status, headers, text: decodeUtf8(buffer.toBytes()) };
  } catch (error) {
    return { status, failure: `could not read the body of the ${status} response: ${describeError(error)}` };
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function describeError(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error && texts.length < 4; at = at.cause) {
    texts.push(at.message || errorCode(at));
  }
  return texts.filter((text) => text !== "").join(": ") || "the connection dropped";
}

// The client has a list of its own. Shared, a mistake in it would hide in both.
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|UND_ERR_CONNECT_TIMEOUT|ERR_(?:SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return UNREACHABLE.test(errorCode(cause)) || (cause instanceof Error && cause.message === "bad port");
}

function errorCode(error: unknown): string {
  return String(Object(error).code ?? "");
}
