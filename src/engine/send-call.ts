import type { Operation } from "../../shared/operations.ts";
import { sendAttempt } from "./attempt.ts";
import { type BuiltRequest, Call } from "./call.ts";
import type { CallSettings } from "./client-options.ts";
import type { Readers } from "./response.ts";
import type { Outcome, Result } from "./result.ts";
import { decideRetry } from "./retry.ts";

/** Sends the request of a call. Whatever goes wrong, it rejects with a `PlantStoreError`, which says whether the plant may exist. */
export function sendCall<Data>(
  settings: CallSettings,
  operation: Operation,
  request: BuiltRequest,
  readers: Readers<Data>,
): Promise<Result<Data>> {
  const call = new Call(settings, operation, request);
  // Not `await`: V8 keeps ten frames of a stack, and one more async function would push out the caller of createPlant.
  return attemptUntilFinal(call, readers).then(toResult, (thrown) => {
    throw call.toUnforeseen(thrown);
  });
}

/** Sends attempts until an outcome is final. All attempts share one time limit. */
async function attemptUntilFinal<Data>(call: Call, readers: Readers<Data>): Promise<Outcome<Data>> {
  const { settings, deadline } = call;
  try {
    deadline.start(settings.timeoutMs, settings.signal);
    while (true) {
      const { delayMs, outcome } = decideRetry(call, await sendAttempt(call, readers));
      if (outcome) {
        return outcome;
      }
      await deadline.sleep(delayMs);
    }
  } finally {
    deadline.end();
  }
}

function toResult<Data>({ result, failure }: Outcome<Data>): Result<Data> {
  if (result) {
    return result;
  }
  throw failure;
}
