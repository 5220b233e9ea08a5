/** What is known of the errors that a `fetch` throws. Node's say most, Bun's of unknown hosts only, browsers' and Deno's nothing. */

/** The system calls that run before there is a connection. */
const CONNECTING: readonly unknown[] = ["connect", "getaddrinfo"];

/**
 * The codes of errors before the first byte of a request: a connection that takes too long, and a certificate that isn't accepted.
 * Not `ERR_SSL_WRONG_VERSION_NUMBER`, which also comes when plain bytes arrive later.
 */
const NOT_CONNECTED: readonly unknown[] = [
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

/** The messages of such errors that have no code of their own: of a handshake that ends, and of a proxy that refuses a tunnel. */
const NOT_CONNECTED_MESSAGE =
  /before secure TLS connection was established$|^Proxy response \(\d+\) !== 200 when HTTP Tunneling$/;

/** Whether an error shows that there was no connection. */
export function isConnectFailure(error: unknown): boolean {
  const { code, syscall } = Object(error);
  return (
    CONNECTING.includes(syscall) ||
    NOT_CONNECTED.includes(code) ||
    NOT_CONNECTED_MESSAGE.test(readMessage(error)) ||
    isBlockedPort(error)
  );
}

/** Whether sending the same plant again fails too. */
export const isPermanent = (error: unknown): boolean =>
  isWrongScheme(error) || isBlockedPort(error) || isUnbound(error);

/** Returns the reason of an error. */
export function explain(error: unknown): string {
  if (isWrongScheme(error)) {
    // OpenSSL's own text has lines of its source.
    return "the server doesn't speak TLS: is it http://?";
  }
  return isUnbound(error)
    ? "fetch was called without its object: pass (url, init) => object.fetch(url, init)"
    : readReason(error);
}

/** Returns the message of what was thrown, or its code. */
export function readReason(thrown: unknown): string {
  if (Object(thrown) !== thrown) {
    return String(thrown ?? "");
  }
  const { message, code } = thrown as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || "");
}

/** An `https:` request to an `http:` port. */
const isWrongScheme = (error: unknown): boolean => Object(error).code === "ERR_SSL_WRONG_VERSION_NUMBER";

/** A port that undici refuses, as browsers do, such as 6000. */
const isBlockedPort = (error: unknown): boolean => readMessage(error) === "bad port";

/** A `fetch` that needs its object, such as that of a Cloudflare binding. */
const isUnbound = (error: unknown): boolean => readMessage(error).startsWith("Illegal invocation");

const readMessage = (error: unknown): string => {
  const { message } = Object(error);
  return typeof message === "string" ? message : "";
};
