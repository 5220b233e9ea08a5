import { isTooLong, listCauseChain, listCauses } from "./cause-chain.ts";
import { isConnectFailure } from "./runtime-errors.ts";

/** Whether a request may have been sent, despite what `fetch` threw. */
export const mayHaveSentDespite = (thrown: unknown): boolean =>
  !saysNothingWasSent(thrown) && !hasNeverConnected(thrown);

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
