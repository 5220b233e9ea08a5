import { readBody } from "../shared/read-body.ts";
import { readRetryAfter } from "../shared/response-headers.ts";
import { REDACTED_AUTHORIZATION } from "../shared/token.ts";
import { parseBody } from "./body.ts";
import type { Case } from "./cases.ts";
import type { Target } from "./options.ts";
import { hasStatus, type Outcome } from "./outcome.ts";

/**
 * Sends a case, and once more after a 429 with a `Retry-After` of up to a minute.
 *
 * @throws the reason of the target's signal, if it aborts.
 */
export async function sendCase(target: Target, testCase: Case): Promise<Outcome> {
  const outcome = await sendOnce(target, testCase);
  const delayMs = hasStatus(outcome, 429) ? readRetryAfter(outcome.headers) : undefined;
  if (delayMs === undefined || delayMs === Number.POSITIVE_INFINITY) {
    return outcome;
  }
  await withTimeout(() => new Promise(() => {}), delayMs, target.signal);
  return sendOnce(target, testCase);
}

async function sendOnce(target: Target, testCase: Case): Promise<Outcome> {
  const { timeoutMs, signal } = target;
  const outcome = await withTimeout((ended) => send(target, testCase, ended), timeoutMs, signal);
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
async function send({ baseUrl, token, fetch }: Target, testCase: Case, signal: AbortSignal): Promise<Outcome> {
  const { method, path, headers, body } = testCase;
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
      // Older versions of workerd don't have the member, and throw if it is set.
      ...("cache" in Request.prototype && { cache: "no-store" }),
      signal,
    });
  } catch (error) {
    return { failure: `no response: ${explain(error)}` };
  }
  const { status } = response;
  try {
    const body = parseBody(await readBody(response, signal));
    return { status, headers: response.headers, body };
  } catch (error) {
    return { status, failure: `could not read the body of the ${status} response: ${explain(error)}` };
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
