/**
 * The reference implementation of the Plant Store, in this process, for development and tests without a network. It
 * doesn't need msw.
 *
 * @module plant-store-sdk/mocks
 */

export type { AcceptedTokens } from "./credentials.ts";
export type { FailWhenOptions, Fault, NamedFault } from "./faults.ts";
export { createPlantStoreMock, type PlantStoreMock } from "./mock.ts";
export type { RecordedRequest, RecordedResponse, RequestOutcome } from "./requests.ts";
export type { MockStorage, PlantStoreMockOptions } from "./state.ts";
export type { DuplicateIds, MockPlants, PlantCondition, PlantQuery, StoredPlant } from "./store.ts";
