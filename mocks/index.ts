/**
 * The reference implementation of the Plant Store, in this process, for development and tests without a network. It
 * doesn't need msw.
 *
 * @module plant-store-sdk/mocks
 */

export type { FailWhenOptions, Fault, NamedFault } from "./faults.ts";
export {
  type AcceptedTokens,
  createPlantStoreMock,
  type PlantStoreMock,
  type PlantStoreMockOptions,
} from "./mock.ts";
export type { RecordedRequest, RecordedResponse, RequestOutcome } from "./requests.ts";
export type { DuplicateIds, MockPlants, MockStorage, PlantCondition, PlantQuery, StoredPlant } from "./store.ts";
