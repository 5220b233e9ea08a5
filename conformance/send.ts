import { MAX_BODY_TEXT } from "../shared/limits.ts";
import { OPERATIONS } from "../shared/operations.ts";
import { readBody } from "../shared/read-body.ts";
import { parseRetryAfter } from "../shared/retry-after.ts";
import { REDACTED_AUTHORIZATION } from "../shared/token.ts";
import type { Case } from "./cases.ts";
import { hasStatus, type Outcome, type SentCase } from "./outcome.ts";

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a case, and once more after a 429 with a `Retry-After` of up to a minute. While a response is awaited, the case is in
 * `onTheirWay`. After an abort, it stays there.
 *
 * @throws the reason of the target's signal, if it aborts.
 */
export async function sendCase(target: Target, testCase: Case, onTheirWay: Set<Case>): Promise<SentCase> {
  const sent = await sendOnce(target, testCase, onTheirWay);
  const delayMs = retryDelayMs(sent.outcome);
  if (delayMs === Number.POSITIVE_INFINITY) {
    return sent;
  }
  await withTimeout(() => new Promise(() => {}), delayMs, target.signal);
  return sendOnce(target, testCase, onTheirWay);
}

const retryDelayMs = (outcome: Outcome): number =>
  (hasStatus(outcome, 429) ? parseRetryAfter(outcome.headers) : undefined) ?? Number.POSITIVE_INFINITY;

async function sendOnce(target: Target, testCase: Case, onTheirWay: Set<Case>): Promise<SentCase> {
  const { timeoutMs, signal } = target;
  const start = performance.now();
  const outcome = await withTimeout(
    (ended) => {
      onTheirWay.add(testCase);
      return send(target, testCase, ended);
    },
    timeoutMs,
    signal,
  );
  onTheirWay.delete(testCase);
  return {
    testCase,
    outcome: outcome ?? { failure: `no complete response within ${timeoutMs} ms` },
    durationMs: Math.round(performance.now() - start),
  };
}

/**
 * Returns what `run` returns, or `undefined` after `ms`, even if `run` ignores its signal, which aborts at the end.
 *
 * @throws the reason of `signal`, if it aborts.
 */
async function withTimeout<T>(
  run: (ended: AbortSignal) => Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const interrupted = new Promise<undefined>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    ended.signal.addEventListener("abort", () => clearTimeout(timer));
    signal?.addEventListener("abort", () => reject(signal.reason), { signal: ended.signal });
  });
  try {
    return await Promise.race([interrupted, run(ended.signal)]);
  } finally {
    ended.abort();
  }
}

/** Doesn't follow redirects, so that the token goes only to this origin. */
async function send({ baseUrl, token, fetch }: Target, { headers, body }: Case, signal: AbortSignal): Promise<Outcome> {
  const { method, path } = OPERATIONS.createPlant;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...headers,
        ...(headers.authorization === REDACTED_AUTHORIZATION && { authorization: `Bearer ${token}` }),
      },
      // Encoded, because `fetch` adds a content type to a string.
      ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      signal,
    });
  } catch (error) {
    const isUnsent = hasNeverConnected(error);
    const isUnreachable = isUnsent || NO_TLS.test(causeCode(error));
    return { failure: `no response: ${describeError(error)}`, isUnreachable, isUnsent };
  }
  const { status, headers: responseHeaders } = response;
  try {
    const buffer = await readBody(response);
    return buffer.isTooLarge
      ? { status, failure: `the body of the ${status} response is larger than ${MAX_BODY_TEXT}` }
      : { status, headers: responseHeaders, text: decodeUtf8(buffer.toBytes()) };
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
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

/** The server doesn't speak TLS. The same codes come when a connection over TLS breaks after the request. */
const NO_TLS = /^(?:EPROTO|ERR_SSL_\w+)$/;

const hasNeverConnected = (error: unknown): boolean =>
  NEVER_CONNECTED.test(causeCode(error)) || Object(Object(error).cause).message === "bad port";

const causeCode = (error: unknown): string => errorCode(Object(error).cause);

function errorCode(error: unknown): string {
  return String(Object(error).code ?? "");
}
