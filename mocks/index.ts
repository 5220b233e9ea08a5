/**
 * The reference implementation of the Plant Store, in this process, for development and tests without a network. It
 * needs no msw.
 *
 * @module plant-store-sdk/mocks
 */

export type { AcceptedTokens } from "./credentials.ts";
export type { Fault } from "./faults.ts";
export { createPlantStoreMock, type PlantStoreMock } from "./mock.ts";
export type { RecordedRequest, RequestOutcome } from "./recorder.ts";
export type { PlantStoreMockOptions } from "./service.ts";
export type { DuplicateIds, MockPlants, PlantCondition, PlantQuery, StoredPlant } from "./store.ts";
