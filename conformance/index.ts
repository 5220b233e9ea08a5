/**
 * Checks a running service against the contract. The suite judges responses with its own code, so that it doesn't
 * repeat mistakes of the client or the mock.
 *
 * @module plant-store-sdk/conformance
 */

export { type ConformanceOptions, checkConformance } from "./check-conformance.ts";
export type { Clause } from "./clauses.ts";
export type { ConformanceCause, ConformanceReport, ConformanceRow, CreatedPlants, Verdict } from "./report.ts";
export { ConformanceError, type ConformanceProgress } from "./run-cases.ts";
