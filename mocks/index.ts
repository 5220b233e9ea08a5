/**
 * The reference implementation of the Plant Store, in this process, for development and tests without a network. It
 * doesn't need msw.
 *
 * @module plant-store-sdk/mocks
 */

export type { MockChange } from "./changes.ts";
export type { FailWhenOptions, Fault, NamedFault } from "./faults.ts";
export { createPlantStoreMock, type PlantStoreMock } from "./mock.ts";
export type { AcceptedTokens, PlantStoreMockOptions } from "./options.ts";
export type { RecordedRequest, RecordedResponse, RequestOutcome } from "./request-record.ts";
export type { DuplicateIds, MockPlants, MockStorage } from "./store.ts";
export type { PlantCondition, PlantQuery, StoredPlant } from "./stored-plant.ts";
