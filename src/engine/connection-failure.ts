import type { Call } from "./call.ts";
import { PlantStoreConnectionError } from "./errors.ts";

/** Creates the error for what `fetch` or the body of a response threw. */
export function toConnectionError(call: Call, thrown: unknown): PlantStoreConnectionError {
  const chain = listChain(thrown);
  const failure = call.toMessage(`failed: ${findReason(chain)}`);
  const quotesToken = chain.flatMap(listTexts).some((text) => call.redact(text) !== text);
  return quotesToken
    ? new PlantStoreConnectionError(`${failure}. The cause is left out, because it quotes the token`, call.progress)
    : new PlantStoreConnectionError(failure, { cause: thrown, ...call.progress });
}

const MAX_DEPTH = 8;

/** Lists what was thrown, then its `cause` and its `errors`, then theirs, up to eight levels down. */
function listChain(thrown: unknown): readonly unknown[] {
  const chain = new Set([thrown]);
  let level: readonly unknown[] = [thrown];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    level = level.flatMap(listCauses).filter((error) => !chain.has(error));
    for (const error of level) {
      chain.add(error);
    }
  }
  return [...chain];
}

function listCauses(error: unknown): readonly unknown[] {
  const { cause, errors } = Object(error);
  return [cause, ...(Array.isArray(errors) ? errors : [])].filter((next) => next !== undefined && next !== null);
}

/** Lists the texts that a logger could show: the message, the stack and other properties. */
function listTexts(error: unknown): readonly string[] {
  const { message, stack, ...others } = Object(error);
  return [error, message, stack, ...Object.values(others)].filter((value) => typeof value === "string");
}

/** The message of `fetch` is only "fetch failed". The last cause has the reason. */
function findReason(chain: readonly unknown[]): string {
  const reasons = chain.map((error) => {
    const { message, code } = Object(error);
    return typeof error === "object" ? message || code : error;
  });
  return String(reasons.filter(Boolean).at(-1) ?? "fetch gave no reason");
}

const CONNECTING: readonly unknown[] = ["connect", "getaddrinfo"];

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

/** Whether `fetch` failed before there was a connection. Browsers and Deno don't say. */
export function isNeverConnected(thrown: unknown): boolean {
  const chain = listChain(thrown);
  const ends = chain.filter((error) => listCauses(error).length === 0);
  return ends.length > 0 && ends.every(isConnectFailure);
}

function isConnectFailure(error: unknown): boolean {
  const { syscall, code, message } = Object(error);
  // undici refuses the ports that browsers block, such as 1.
  return CONNECTING.includes(syscall) || NEVER_CONNECTED.includes(code) || message === "bad port";
}
