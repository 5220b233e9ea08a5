/**
 * Checks a running service against the contract. The suite judges responses with its own code, so that it doesn't
 * repeat mistakes of the client or the mock.
 *
 * @module plant-store-sdk/conformance
 */

export { checkConformance } from "./check-conformance.ts";
export type { Clause } from "./contract.ts";
export type { Verdict } from "./judge.ts";
export { ConformanceError } from "./obstacles.ts";
export type { ConformanceOptions } from "./options.ts";
export type { ConformanceCause, ConformanceReport, ConformanceRow } from "./report.ts";
