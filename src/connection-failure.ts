import type { Call } from "./call.ts";
import { PlantStoreConnectionError } from "./errors.ts";

/** Creates the error for what `fetch` or the body of a response threw. Records in `call` if no connection was ever made. */
export function toConnectionError(call: Call, cause: unknown): PlantStoreConnectionError {
  let reason = "";
  let safeCause: unknown;
  try {
    const chain = listChain(cause);
    if (isNeverConnected(chain)) {
      call.setMayHaveCreated(false);
    }
    reason = findReason(chain);
    for (const error of chain) {
      redactTexts(error, call);
    }
    safeCause = typeof cause === "string" ? call.redact(cause) : cause;
  } catch {
    // Omits a cause that may still contain a token: it is frozen or endless, has a getter that throws, or inherits one.
  }
  const message = call.toMessage(`failed: ${reason || "fetch gave no reason"}`);
  return new PlantStoreConnectionError(message, { cause: safeCause, ...call.progress });
}

const MAX_CHAIN_LENGTH = 100;

/** Lists an error, then its `cause` and its `errors`, then theirs. An array counts as an error whose causes are its elements. */
function listChain(cause: unknown): readonly unknown[] {
  const chain = new Set([cause]);
  for (const error of chain) {
    for (const next of listCauses(error)) {
      chain.add(next);
    }
    if (chain.size > MAX_CHAIN_LENGTH) {
      throw new RangeError("a getter can make it endless");
    }
  }
  return [...chain];
}

function listCauses(error: unknown): readonly unknown[] {
  if (Array.isArray(error)) {
    return error;
  }
  const { cause, errors } = Object(error);
  return [cause, errors].filter((next) => next !== undefined && next !== null);
}

/** The message of `fetch` is only "fetch failed". The last cause has the reason. */
function findReason(chain: readonly unknown[]): string {
  let reason = "";
  for (const error of chain) {
    const { message, code } = Object(error);
    reason = String((typeof error === "object" ? message || code : error) || reason);
  }
  return reason;
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

/** Whether every innermost cause means that the connection was never made. Browsers and Deno don't report it. */
function isNeverConnected(chain: readonly unknown[]): boolean {
  const ends = chain.filter((error) => listCauses(error).length === 0);
  return (
    ends.length > 0 &&
    ends.every((error) => {
      // Reads own properties only, because `Object.prototype` may be polluted.
      const { syscall, code }: { syscall?: unknown; code?: unknown } = { __proto__: null, ...Object(error) };
      return CONNECTING.includes(syscall) || NEVER_CONNECTED.includes(code);
    })
  );
}

/** Redacts tokens in place. Throws if one may be left. */
function redactTexts(error: unknown, call: Call): void {
  if (Object(error) !== error) {
    return;
  }
  const texts = error as Record<string | symbol, unknown>;
  // `message` and `stack` may be inherited. Node stores bytes that aren't HTTP in `data`.
  for (const name of ["message", "stack", ...Reflect.ownKeys(texts)]) {
    const text = texts[name];
    if (typeof text === "string" && call.redact(text) !== text) {
      // Unlike an assignment, this changes a DOMException, and throws for a frozen object.
      Object.defineProperty(texts, name, { value: call.redact(text), configurable: true });
    }
  }
  if (["cause", "errors"].some((name) => name in texts && !Object.hasOwn(texts, name))) {
    throw new TypeError("an inherited getter can return the token each time");
  }
}
