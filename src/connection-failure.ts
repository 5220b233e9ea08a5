import type { Call } from "./call.ts";
import { PlantStoreConnectionError } from "./errors.ts";

/** Creates the error for what `fetch` or the body of a response threw. */
export function toConnectionError(call: Call, cause: unknown): PlantStoreConnectionError {
  let reason = "";
  let safeCause: unknown;
  try {
    const chain = listChain(cause);
    reason = findReason(chain);
    safeCause = redactChain(chain, call);
  } catch {
    // It is frozen or endless, has a getter that throws, or inherits one, so a token may still be in it.
  }
  return new PlantStoreConnectionError(call.redact(`${call.title} failed: ${reason || "fetch gave no reason"}`), {
    cause: safeCause,
    ...call.progress,
  });
}

const MAX_CHAIN_LENGTH = 100;

/** Lists an error, then its `cause` and its `errors`, then theirs. An array counts as an error whose causes are its elements. */
function listChain(cause: unknown): readonly unknown[] {
  const chain = new Set([cause]);
  for (const error of chain) {
    for (const next of listCauses(error)) {
      chain.add(next);
    }
    // A getter can make it endless.
    if (chain.size > MAX_CHAIN_LENGTH) {
      throw new RangeError("too many causes");
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

/** `fetch` only says "fetch failed", and the last of its causes says why. */
function findReason(chain: readonly unknown[]): string {
  let reason = "";
  for (const error of chain) {
    const { message, code } = Object(error);
    reason = Array.isArray(error) ? reason : String((typeof error === "object" ? message || code : error) || reason);
  }
  return reason;
}

const CONNECTING = ["connect", "getaddrinfo"];

const NEVER_CONNECTED = [
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

/** Whether every end of the chain of causes says that the connection was never made. Browsers and Deno don't tell. */
export function isNeverConnected(cause: unknown): boolean {
  try {
    const ends = listChain(cause).filter((error) => listCauses(error).length === 0);
    return (
      ends.length > 0 &&
      ends.every((error) => {
        // Own properties, so that a polluted `Object.prototype` can't say it.
        const { syscall, code }: { syscall?: string; code?: string } = { __proto__: null, ...Object(error) };
        return CONNECTING.includes(String(syscall)) || NEVER_CONNECTED.includes(String(code));
      })
    );
  } catch {
    return false;
  }
}

/** Redacts tokens in place, and returns the first error of the chain. */
function redactChain(chain: readonly unknown[], call: Call): unknown {
  for (const error of chain) {
    redactTexts(error, call);
  }
  const [first] = chain;
  return typeof first === "string" ? call.redact(first) : first;
}

function redactTexts(error: unknown, call: Call): void {
  if (Object(error) !== error) {
    return;
  }
  const texts = error as Record<string | symbol, unknown>;
  // The first two aren't own properties of every error. Node keeps bytes that aren't HTTP in `data`.
  for (const name of ["message", "stack", ...Reflect.ownKeys(texts)]) {
    const text = texts[name];
    if (typeof text === "string" && call.redact(text) !== text) {
      // Unlike an assignment, it changes a DOMException. It throws for a frozen object.
      Object.defineProperty(texts, name, { value: call.redact(text), configurable: true, writable: true });
    }
  }
  if (["cause", "errors"].some((name) => name in texts && !Object.hasOwn(texts, name))) {
    throw new TypeError("an inherited getter can return the token each time");
  }
}
