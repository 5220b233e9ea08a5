export { type ConformanceOptions, type ConformanceProgress, checkConformance } from "./check-conformance.ts";
export { ConformanceError } from "./conformance-error.ts";
export type { Clause, ConformanceReport, ConformanceRow, CreatedPlant, Verdict } from "./report.ts";
