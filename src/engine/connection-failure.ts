import type { Call } from "./call.ts";
import { PlantStoreConnectionError } from "./errors.ts";

/** Creates the error for what `fetch` or the body of its response threw. Without a connection, the attempt created nothing. */
export function toConnectionError(call: Call, thrown: unknown, hasResponse: boolean): PlantStoreConnectionError {
  let chain: readonly ErrorFacts[];
  try {
    chain = readChain(thrown);
  } catch {
    return new PlantStoreConnectionError(call.toMessage("failed: a getter of the error throws"), call.progress);
  }
  const roots = chain.filter(({ isRoot }) => isRoot);
  if (!hasResponse && roots.length > 0 && roots.every(({ isConnectFailure }) => isConnectFailure)) {
    call.setAttemptCreatedNothing();
  }
  // The last cause has the reason: on Node, the message of the error itself is only "fetch failed".
  const reason =
    chain
      .map((facts) => facts.reason)
      .filter(Boolean)
      .at(-1) ?? "fetch gave no reason";
  const message = call.toMessage(`failed: ${reason}`);
  const { redact } = call;
  const quotesToken = chain.flatMap(({ texts }) => texts).some((text) => redact(text) !== text);
  return quotesToken
    ? new PlantStoreConnectionError(`${message}. The cause is left out, because it quotes the token`, call.progress)
    : new PlantStoreConnectionError(message, { cause: thrown, ...call.progress });
}

/** What the client reads of an error, or of anything else that was thrown. */
interface ErrorFacts {
  /** What a logger could show: the message, the stack and other properties. */
  readonly texts: readonly string[];
  readonly reason: string;
  readonly isConnectFailure: boolean;
  /** Whether it has no cause of its own. */
  readonly isRoot: boolean;
}

const MAX_DEPTH = 8;

/** Represents causes that are too deep to be read. They may be about a connection that was made. */
const UNREAD: ErrorFacts = { texts: [], reason: "", isConnectFailure: false, isRoot: true };

/** Reads what was thrown, then its `cause` and its `errors`, then theirs, up to eight levels down. */
function readChain(thrown: unknown): readonly ErrorFacts[] {
  const chain = new Map<unknown, ErrorFacts>();
  let level: readonly unknown[] = [thrown];
  for (let depth = 0; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    const nextLevel: unknown[] = [];
    for (const error of level) {
      const causes = listCauses(error);
      chain.set(error, { ...readFacts(error), isRoot: causes.length === 0 });
      nextLevel.push(...causes);
    }
    level = nextLevel.filter((error) => !chain.has(error));
  }
  return level.length > 0 ? [...chain.values(), UNREAD] : [...chain.values()];
}

function listCauses(error: unknown): readonly unknown[] {
  const { cause, errors } = Object(error);
  return [cause, ...(Array.isArray(errors) ? errors : [])].filter((next) => next !== undefined && next !== null);
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

/** Reads one error. On Node and Bun, it may show that there was no connection. Browsers and Deno don't say. */
function readFacts(error: unknown): Omit<ErrorFacts, "isRoot"> {
  if (typeof error !== "object" || error === null) {
    const reason = String(error ?? "");
    return { texts: [reason], reason, isConnectFailure: false };
  }
  // An error's message and stack aren't enumerable, and may be inherited.
  const { message, stack, code, syscall } = error as Record<string, unknown>;
  const texts = [message, stack, ...Object.values(error)].filter((value) => typeof value === "string");
  // undici refuses the ports that browsers block, such as 1, with this message.
  const isConnectFailure = CONNECTING.includes(syscall) || NEVER_CONNECTED.includes(code) || message === "bad port";
  return { texts, reason: String(message || code || ""), isConnectFailure };
}
