/**
 * The reference implementation of the Plant Store, in this process, for development and tests without a network. It
 * doesn't need msw.
 *
 * @module plant-store-sdk/mocks
 */

export type { AcceptedTokens, PlantStoreMockOptions } from "./core/mock-options.ts";
export type { FailWhenOptions, Fault, NamedFault } from "./faults/fault.ts";
export { createPlantStoreMock, type PlantStoreMock } from "./in-process/mock.ts";
export type { PlantCondition } from "./plants/condition.ts";
export type { DuplicateIds } from "./plants/duplicates.ts";
export type { PlantQuery } from "./plants/query.ts";
export type { MockPlants } from "./plants/stored-plants.ts";
export type { RecordedRequest, RecordedResponse, RequestOutcome } from "./requests/record.ts";
