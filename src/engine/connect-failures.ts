import { isTooLong, listCauseChain, listCauses } from "./cause-chain.ts";

/** Whether a request may have been sent, by what `fetch` threw. */
export const mayHaveConnected = (thrown: unknown): boolean => !saysNothingWasSent(thrown) && !hasNeverConnected(thrown);

/** Whether a custom `fetch`, such as a circuit breaker, says that it has sent nothing. */
const saysNothingWasSent = (thrown: unknown): boolean =>
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

/** Returns whether an error shows that there was no connection, as Node says. Bun says it of unknown hosts only. */
function isConnectFailure(error: unknown): boolean {
  const { code, syscall, message } = Object(error);
  return CONNECTING.includes(syscall) || NEVER_CONNECTED.includes(code) || NEVER_CONNECTED_MESSAGE.test(message);
}
