import { readValidOptions } from "../shared/option-checks.ts";
import { requireTextDecoder } from "../shared/utf8.ts";
import { listCases } from "./cases.ts";
import { ConformanceError, findObstacle, findReasonToStop } from "./obstacles.ts";
import { type ConformanceOptions, OPTION_CHECKS, type Target, toTarget } from "./options.ts";
import { type ConformanceReport, createReport } from "./report.ts";
import { Results } from "./results.ts";
import { sendCase } from "./send.ts";

/**
 * Checks a running service against the contract, with one request after the other.
 *
 * It creates plants, and the contract has no operation to delete them. Each has the run's id in its tag or at the start of its
 * name. Behavior that the contract doesn't define is reported as `not stated` and doesn't count against the service.
 *
 * @throws `TypeError` if an option is invalid, or where there is no `TextDecoder`.
 * @throws `ConformanceError` if the service can't be checked: the first request gets no response, 401, 403, 404,
 * 405, from 501 to 504, a redirect, an HTML page, or more than 1 MiB. Or valid plants get the same Error as a wrong token.
 * @throws the reason of `signal`, if it aborts.
 *
 * @example
 * import { checkConformance } from "plant-store-sdk/conformance";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const { fetch } = createPlantStoreMock(); // omit fetch to check a service
 * const report = await checkConformance({ baseUrl: "https://staging.example.com/v1", token: "my-access-token", fetch });
 * for (const { clauses, reason, cases } of report.causes) {
 *   console.error(`${clauses.join(", ")}: ${reason} (${cases.length} cases)`);
 * }
 * console.log(report.conforms); // true
 */
export async function checkConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  requireTextDecoder();
  const settings = toTarget(readValidOptions(OPTION_CHECKS, options));
  return runCases(settings, new Results(settings));
}

/**
 * Sends one case after the other, and adds what its response shows to `results`.
 *
 * @throws `ConformanceError` if the service can't be checked.
 * @throws the reason of the signal, if it aborts.
 */
export async function runCases(target: Target, results: Results): Promise<ConformanceReport> {
  for (const testCase of listCases(results.runId)) {
    results.add({ testCase, outcome: await sendCase(target, testCase) });
    const obstacle = findObstacle(results.sent, target.baseUrl);
    if (obstacle !== undefined) {
      throw new ConformanceError(results.toLine(obstacle.reason), obstacle.isUnavailable);
    }
    const stopped = findReasonToStop(results.sent);
    if (stopped !== undefined) {
      return createReport(results, results.toLine(stopped));
    }
  }
  return createReport(results, null);
}
