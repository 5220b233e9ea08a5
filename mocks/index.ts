/**
 * The reference implementation of the Plant Store, in this process, for development and tests without a network. It
 * doesn't need msw.
 *
 * @module plant-store-sdk/mocks
 */

export type { FailWhenOptions, Fault, NamedFault } from "./faults/kinds.ts";
export { createPlantStoreMock, type PlantStoreMock } from "./mock.ts";
export type { AcceptedTokens, PlantStoreMockOptions } from "./mock-options.ts";
export type { DuplicateIds } from "./plants/check-plant.ts";
export type { PlantCondition } from "./plants/condition.ts";
export type { MockPlants } from "./plants/mock-plants.ts";
export type { PlantQuery } from "./plants/query.ts";
export type { MockStorage } from "./plants/storage.ts";
export type { RecordedRequest, RecordedResponse, RequestOutcome } from "./recorded-request.ts";
