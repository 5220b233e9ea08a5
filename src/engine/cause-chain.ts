/** A longer chain isn't read to its end: a `cause` may be a getter that returns a new error each time. */
const MAX_CHAIN_LENGTH = 20;

/** Lists what was thrown, its `cause` and its `errors`, then theirs, each once. The last one with a message has the reason. */
export function listCauseChain(thrown: unknown): readonly unknown[] {
  const chain = new Set([thrown]);
  // A loop over a set visits what is added meanwhile.
  for (const error of chain) {
    for (const cause of listCauses(error)) {
      chain.add(cause);
    }
    if (chain.size > MAX_CHAIN_LENGTH) {
      break;
    }
  }
  return [...chain];
}

/** Whether a chain has more errors than are read. */
export const isTooLong = (chain: readonly unknown[]): boolean => chain.length > MAX_CHAIN_LENGTH;

export function listCauses(error: unknown): readonly unknown[] {
  const { cause, errors } = Object(error);
  return [cause, ...(Array.isArray(errors) ? errors : [])].filter((next) => next !== undefined && next !== null);
}
