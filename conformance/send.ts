import { readBody } from "../shared/read-body.ts";
import { parseRetryAfter } from "../shared/retry-after.ts";
import { REDACTED_AUTHORIZATION } from "../shared/token.ts";
import type { Case } from "./cases.ts";
import { METHOD, PATH } from "./contract.ts";
import { type Body, hasStatus, type Outcome } from "./outcome.ts";

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
export async function sendCase(target: Target, testCase: Case, onTheirWay: Set<Case>): Promise<Outcome> {
  const outcome = await sendOnce(target, testCase, onTheirWay);
  const delayMs = retryDelayMs(outcome);
  if (delayMs === Number.POSITIVE_INFINITY) {
    return outcome;
  }
  await withTimeout(() => new Promise(() => {}), delayMs, target.signal);
  return sendOnce(target, testCase, onTheirWay);
}

const retryDelayMs = (outcome: Outcome): number =>
  (hasStatus(outcome, 429) ? parseRetryAfter(outcome.headers) : undefined) ?? Number.POSITIVE_INFINITY;

async function sendOnce(target: Target, testCase: Case, onTheirWay: Set<Case>): Promise<Outcome> {
  const { timeoutMs, signal } = target;
  const outcome = await withTimeout(
    (ended) => {
      onTheirWay.add(testCase);
      return send(target, testCase, ended);
    },
    timeoutMs,
    signal,
  );
  onTheirWay.delete(testCase);
  return outcome ?? { failure: `no complete response within ${timeoutMs} ms` };
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
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${PATH}`, {
      method: METHOD,
      headers: {
        ...headers,
        ...(headers.authorization === REDACTED_AUTHORIZATION && { authorization: `Bearer ${token}` }),
      },
      // Encoded, because `fetch` adds a content type to a string.
      ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
      redirect: "manual",
      credentials: "omit",
      // Older versions of workerd don't have the member, and throw if it is set.
      ...("cache" in Request.prototype && { cache: "no-store" }),
      signal,
    });
  } catch (error) {
    const failure = `no response: ${explain(error)}`;
    return { failure, isUnsent: hasNeverConnected(error), isWrongAddress: hasWrongAddress(error) };
  }
  const { status, headers: responseHeaders } = response;
  try {
    const bytes = await readBody(response);
    const responseBody: Body = bytes.isTooLarge ? { problem: "is larger than 1 MiB" } : decodeUtf8(bytes.toBytes());
    return { status, headers: responseHeaders, body: responseBody };
  } catch (error) {
    return { status, failure: `could not read the body of the ${status} response: ${explain(error)}` };
  }
}

function decodeUtf8(bytes: Uint8Array): Body {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "isn't UTF-8" };
  }
}

/** How many causes of an error are read. */
const MAX_CAUSES = 4;

function explain(error: unknown): string {
  const texts: string[] = [];
  for (let at = error; at instanceof Error && texts.length < MAX_CAUSES; at = at.cause) {
    texts.push(at.message || String(Object(at).code ?? ""));
  }
  return texts.filter(Boolean).join(": ") || "the connection dropped";
}

// The client has these lists too. Shared, a mistake in them would hide in both.
const CONNECTING: readonly unknown[] = ["connect", "getaddrinfo"];
const NEVER_CONNECTED_CODE =
  /^(?:UND_ERR_CONNECT_TIMEOUT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const NEVER_CONNECTED_MESSAGE =
  /^bad port$|before secure TLS connection was established$|^Proxy response \(\d+\) !== 200 when HTTP Tunneling$/;

/** Whether each error without a cause of its own says that the connection was never made. */
function hasNeverConnected(error: unknown, depth = 0): boolean {
  const { cause, errors, code, syscall, message } = Object(error);
  const causes = [cause, ...(Array.isArray(errors) ? errors : [])].filter((next) => next !== undefined);
  if (causes.length > 0) {
    return depth < MAX_CAUSES && causes.every((next) => hasNeverConnected(next, depth + 1));
  }
  return CONNECTING.includes(syscall) || NEVER_CONNECTED_CODE.test(code) || NEVER_CONNECTED_MESSAGE.test(message);
}

/**
 * Whether the server doesn't speak TLS, or the port is one that `fetch` refuses. The codes of TLS come too when a connection
 * breaks after the request.
 */
function hasWrongAddress(error: unknown): boolean {
  const { code, message } = Object(Object(error).cause);
  return /^(?:EPROTO|ERR_SSL_\w+)$/.test(code) || message === "bad port";
}
