import type { Call } from "./call.ts";
import { isTooLong, listCauseChain, listCauses, mayQuoteToken, readReason } from "./cause-chain.ts";
import { type Failure, PlantStoreCallbackError, PlantStoreConnectionError } from "./errors.ts";

/** Returns the failure for what `fetch` or the body of its response threw. */
export function toConnectionFailure(call: Call, thrown: unknown): Failure {
  // On Node, the message of the first error is only "fetch failed".
  const chain = listCauseChain(thrown);
  const reason = chain.map(explain).filter(Boolean).at(-1) ?? "fetch gave no reason";
  const { message, details } = describeThrown(call, `failed: ${reason}`, thrown);
  const isTransient = !chain.some(isWrongScheme);
  return () => new PlantStoreConnectionError(message, { ...details, ...call.progress, isTransient });
}

/**
 * Returns the failure for what nobody foresaw, such as a `Response` whose members throw. Failures of a call are returned, so
 * whatever is thrown is unforeseen, even an error of this package: it says nothing about this call.
 */
export function toUnforeseenFailure(call: Call, thrown: unknown): Failure {
  const { message, details } = describeThrown(call, `failed unexpectedly${readFirstLine(thrown)}`, thrown);
  return () => new PlantStoreCallbackError("fetch", message, { ...details, ...call.progress });
}

/** Returns the message and the cause of an error. The cause is what was thrown, unless it may quote the token. */
function describeThrown(call: Call, event: string, thrown: unknown): { message: string; details: ErrorOptions } {
  const message = call.toMessage(event);
  return mayQuoteToken(thrown, call.redact)
    ? { message: `${message}. The cause is left out, because it may quote the token`, details: {} }
    : { message, details: { cause: thrown } };
}

/** Returns the first line of a reason as the end of a sentence. It is empty if there is none, or if reading it throws. */
function readFirstLine(thrown: unknown): string {
  try {
    const [line] = readReason(thrown).trim().split("\n", 1);
    return line ? `: ${line}` : "";
  } catch {
    return "";
  }
}

/** Returns the reason of an error. OpenSSL's own text for an `https:` request to an `http:` port has lines of its source. */
const explain = (error: unknown): string =>
  isWrongScheme(error) ? "the server doesn't speak TLS: is it http://?" : readReason(error);

const isWrongScheme = (error: unknown): boolean => Object(error).code === "ERR_SSL_WRONG_VERSION_NUMBER";

/** Whether what `fetch` threw shows that nothing was sent. */
export const showsNothingWasSent = (thrown: unknown): boolean => saysSo(thrown) || hasNeverConnected(thrown);

/** Whether a custom `fetch`, such as a circuit breaker, says that it has sent nothing. */
const saysSo = (thrown: unknown): boolean =>
  Object.hasOwn(Object(thrown), "mayHaveBeenCreated") &&
  Object(thrown).mayHaveBeenCreated === false &&
  !countsAttempts(thrown);

/** Whether every error without a cause of its own says that the connection was never made. */
function hasNeverConnected(thrown: unknown): boolean {
  const chain = listCauseChain(thrown);
  const roots = chain.filter((error) => listCauses(error).length === 0);
  return !isTooLong(chain) && !chain.some(countsAttempts) && roots.length > 0 && roots.every(isConnectFailure);
}

/** Whether an error is about requests of its own, which may have been sent: the errors of this package, of any copy of it. */
const countsAttempts = (error: unknown): boolean => Object.hasOwn(Object(error), "attempts");

/** The system calls that run before there is a connection. */
const CONNECTING: readonly unknown[] = ["connect", "getaddrinfo"];

/** The error codes of connections that were never made. */
const NEVER_CONNECTED: readonly unknown[] = [
  "UND_ERR_CONNECT_TIMEOUT",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
];

/**
 * The messages of connections that were never made and whose errors have no code of their own: undici refuses the ports that
 * browsers block, such as 1; the server closes the connection in the TLS handshake; a proxy refuses CONNECT.
 */
const NEVER_CONNECTED_MESSAGE =
  /^bad port$|before secure TLS connection was established$|^Proxy response \(\d+\) !== 200 when HTTP Tunneling$/;

/** Returns whether an error shows that there was no connection, as on Node and Bun. Browsers and Deno don't say. */
function isConnectFailure(error: unknown): boolean {
  const { code, syscall, message } = Object(error);
  return CONNECTING.includes(syscall) || NEVER_CONNECTED.includes(code) || NEVER_CONNECTED_MESSAGE.test(message);
}
