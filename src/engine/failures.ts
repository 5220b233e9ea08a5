import type { Call } from "./call.ts";
import { listCauseChain } from "./cause-chain.ts";
import { type Failure, PlantStoreCallbackError, PlantStoreConnectionError } from "./errors.ts";
import { mayQuoteToken } from "./quoted-token.ts";
import { explain, isPermanent, readReason } from "./runtime-errors.ts";

/** Returns the failure for what `fetch` or the body of its response threw. */
export function toConnectionFailure(call: Call, thrown: unknown): Failure {
  // On Node, the message of the first error is only "fetch failed".
  const chain = listCauseChain(thrown);
  const reason = chain.map(explain).filter(Boolean).at(-1) ?? "fetch gave no reason";
  const [message, details] = describeThrown(call, `failed: ${reason}`, thrown);
  const isTransient = !chain.some(isPermanent);
  // Reads the progress late, since the creation may be ruled out after this.
  return () => new PlantStoreConnectionError(message, { ...details, ...call.progress, isTransient });
}

/**
 * Returns the failure for what nobody foresaw, such as a `Response` whose members throw. Failures of a call are returned, so
 * whatever is thrown is unforeseen, even an error of this package: it says nothing about this call.
 */
export function toUnforeseenFailure(call: Call, thrown: unknown): Failure {
  const [message, details] = describeThrown(call, `failed unexpectedly${readFirstLine(thrown)}`, thrown);
  return () => new PlantStoreCallbackError("fetch", message, { ...details, ...call.progress });
}

/** Returns the message and the cause of an error. The cause is what was thrown, unless it may quote the token. */
function describeThrown(call: Call, event: string, thrown: unknown): [message: string, details: ErrorOptions] {
  const message = call.toMessage(event);
  return mayQuoteToken(thrown, call.tokens)
    ? [`${message}. The cause is left out, because it may quote the token`, {}]
    : [message, { cause: thrown }];
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
