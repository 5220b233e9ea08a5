/**
 * Checks a running service against the interface, clause by clause (I1 to I13). It shares no code with the client or the
 * mock.
 *
 * @module plant-store-sdk/conformance
 */

export { type ConformanceOptions, type ConformanceProgress, checkConformance } from "./check-conformance.ts";
export { ConformanceError } from "./conformance-error.ts";
export type { Clause, ConformanceReport, ConformanceRow, CreatedPlant, Verdict } from "./report.ts";
