import type { Call } from "./call.ts";
import { listCauseChain, listCauses, quotesToken } from "./cause-chain.ts";
import { PlantStoreConnectionError } from "./errors.ts";

/** Creates the error for what `fetch` threw. If it sent nothing, the attempt created nothing. */
export function toFetchError(call: Call, thrown: unknown): PlantStoreConnectionError {
  if (saysNothingWasSent(thrown) || hasNeverConnected(thrown)) {
    call.noteNothingCreated();
  }
  return toConnectionError(call, thrown);
}

/** Creates the error for what `fetch` or the body of its response threw. */
export function toConnectionError(call: Call, thrown: unknown): PlantStoreConnectionError {
  // On Node, the message of the first error is only "fetch failed".
  const reason = listCauseChain(thrown).map(readReason).filter(Boolean).at(-1) ?? "fetch gave no reason";
  const message = call.toMessage(`failed: ${reason}`);
  if (quotesToken(thrown, call.redact)) {
    return new PlantStoreConnectionError(
      `${message}. The cause is left out, because it quotes the token`,
      call.progress,
    );
  }
  return new PlantStoreConnectionError(message, { cause: thrown, ...call.progress });
}

/** Whether a custom `fetch`, such as a circuit breaker, says that it has sent nothing. */
function saysNothingWasSent(thrown: unknown): boolean {
  const error = Object(thrown);
  return Object.hasOwn(error, "mayHaveBeenCreated") && error.mayHaveBeenCreated === false;
}

/** Whether every error without a cause of its own says that the connection was never made. */
function hasNeverConnected(thrown: unknown): boolean {
  const roots = listCauseChain(thrown).filter((error) => listCauses(error).length === 0);
  return roots.length > 0 && roots.every(isConnectFailure);
}

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

/** Returns whether an error shows that there was no connection, as on Node and Bun. Browsers and Deno don't say. */
function isConnectFailure(error: unknown): boolean {
  const { code, syscall, message } = Object(error);
  // undici refuses the ports that browsers block, such as 1, with the message "bad port".
  return CONNECTING.includes(syscall) || NEVER_CONNECTED.includes(code) || message === "bad port";
}

function readReason(error: unknown): string {
  if (typeof error !== "object" || error === null) {
    return String(error ?? "");
  }
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || "");
}
