import type { Operation } from "../shared/operations.ts";
import { sendAttempt } from "./attempt.ts";
import { buildRequest, type CallOperation } from "./build-request.ts";
import { Call } from "./call.ts";
import type { CallSettings } from "./options.ts";
import type { Readers } from "./response.ts";
import { type Result, settle } from "./result.ts";
import { decideRetry } from "./retry.ts";

/** Calls an operation: sends attempts until an outcome is final. All attempts share one time limit. */
export async function sendCall<Data>(
  settings: CallSettings,
  operation: Operation,
  readers: Readers<Data>,
  callOperation: CallOperation,
): Promise<Result<Data>> {
  const call = new Call(settings, operation);
  try {
    const request = await buildRequest(settings.http, settings.headers, callOperation);
    for (let attempt = 1; ; attempt++) {
      const outcome = await sendAttempt(call, request, readers, attempt);
      const decision = decideRetry(settings, outcome, attempt, call.deadline);
      if (decision.delayMs === undefined) {
        // The signal may have aborted in a hook or in `shouldRetry`.
        return settle(call.deadline.error ? { error: call.deadline.error } : decision.final);
      }
      await call.deadline.sleep(decision.delayMs);
    }
  } finally {
    call.deadline.end();
  }
}
