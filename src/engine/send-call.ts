import type { Operation } from "../shared/operations.ts";
import { attemptOnce } from "./attempt.ts";
import { buildRequest, type CallOpenapi } from "./build-request.ts";
import { Call } from "./call.ts";
import type { CallSettings } from "./client-options.ts";
import type { Readers } from "./response.ts";
import type { Result } from "./result.ts";
import { decideRetry } from "./retry.ts";

/** Calls an operation. Whatever goes wrong, it rejects with a `PlantStoreError`, which says whether the plant may exist. */
export function sendCall<Data>(
  settings: CallSettings,
  operation: Operation,
  readers: Readers<Data>,
  callOpenapi: CallOpenapi,
): Promise<Result<Data>> {
  const call = new Call(settings, operation);
  return attemptUntilFinal(call, readers, callOpenapi).catch((error) => {
    throw call.toPlantStoreError(error);
  });
}

/** Sends attempts until an outcome is final. All attempts share one time limit. */
async function attemptUntilFinal<Data>(
  call: Call,
  readers: Readers<Data>,
  callOpenapi: CallOpenapi,
): Promise<Result<Data>> {
  const { settings, deadline } = call;
  deadline.start(settings.timeoutMs, settings.signal);
  try {
    const request = await buildRequest(settings, callOpenapi);
    while (true) {
      const outcome = await attemptOnce(call, request, readers);
      const delayMs = decideRetry(call, outcome);
      if (delayMs !== undefined) {
        await deadline.sleep(delayMs);
      } else if (outcome.result) {
        return outcome.result;
      } else {
        throw outcome.failure;
      }
    }
  } finally {
    deadline.end();
  }
}
