import type { Operation } from "../../shared/operations.ts";
import { sendAttempt } from "./attempt.ts";
import { type BuiltRequest, Call, type Readers } from "./call.ts";
import type { CallSettings } from "./client-options.ts";
import { toUnforeseenFailure } from "./failures.ts";
import type { Outcome, Result } from "./result.ts";
import { decideRetry } from "./retry.ts";

/**
 * Sends the request of a call. Resolves to its data or the service's Error. Anything else rejects with a `PlantStoreError`, which
 * says whether the plant may exist.
 */
export async function sendCall<Data>(
  settings: CallSettings,
  operation: Operation,
  request: BuiltRequest,
  readers: Readers<Data>,
): Promise<Result<Data>> {
  const call = new Call(settings, operation, request, readers);
  const { result, failure }: Outcome = await attemptUntilFinal(call).catch((thrown) => ({
    failure: toUnforeseenFailure(call, thrown),
  }));
  if (result) {
    // `Call` has no type parameter. `readers.readData` made the data.
    return result as Result<Data>;
  }
  throw failure();
}

/** Sends attempts until an outcome is final. All attempts share one time limit. */
async function attemptUntilFinal(call: Call): Promise<Outcome> {
  const { settings, deadline } = call;
  try {
    deadline.start(settings.timeoutMs, settings.signal);
    while (true) {
      const { delayMs, outcome } = decideRetry(call, await sendAttempt(call));
      if (outcome) {
        return outcome;
      }
      await deadline.sleep(delayMs);
    }
  } finally {
    deadline.close();
  }
}
