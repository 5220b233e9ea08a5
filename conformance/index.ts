/**
 * Checks a running service against the contract. The suite judges responses with its own code, so that it doesn't
 * repeat mistakes of the client or the mock.
 *
 * @module plant-store-sdk/conformance
 */

export { ConformanceError, type ConformanceOptions, checkConformance } from "./check-conformance.ts";
export type { Clause } from "./contract.ts";
export type { Verdict } from "./judge.ts";
export type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlants } from "./report.ts";
