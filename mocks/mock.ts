import type { NewPlant } from "../src/schemas.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { readValidOptions } from "../src/shared/options.ts";
import { Changes } from "./changes.ts";
import { checkFaults, checkFaultWhen } from "./faults/check.ts";
import { FaultQueue } from "./faults/queue.ts";
import { fetchFromMock } from "./fetch.ts";
import { checkNewPlant } from "./invalid-input.ts";
import { MOCK_CHECKS, type PlantStoreMockOptions } from "./options.ts";
import { handleRequest, matchesOperation } from "./pipeline.ts";
import { openStorage } from "./plants/storage.ts";
import { type DuplicateIds, PlantStore } from "./plants/store.ts";
import { type StoredPlant, toStoredPlant } from "./plants/stored-plant.ts";
import { endRequests } from "./requests/lifetime.ts";
import { RecordHistory, RequestLog } from "./requests/log.ts";
import type { MockState, PlantStoreMock } from "./state.ts";

/**
 * Creates a mock of the Plant Store that keeps its plants in memory.
 *
 * @throws `TypeError` when an option is invalid.
 *
 * @example
 * import { createPlantStoreClient } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * await client.createPlant({ id: 1042, name: "Monstera deliciosa" });
 * console.log(mock.plants.get(1042)?.name); // Monstera deliciosa
 */
export function createPlantStoreMock(options: PlantStoreMockOptions = {}): PlantStoreMock {
  return createMockState(options);
}

/** Creates a mock with its internals. The sessions of an app share a history and a seed. */
export function createMockState(
  options: PlantStoreMockOptions,
  history = new RecordHistory(),
  sharedSeed?: readonly StoredPlant[],
): MockState {
  const {
    baseUrl = "*",
    token,
    plants = [],
    duplicateIds = "accept",
    delayMs = 0,
    storage,
    storageKey = "plant-store-mock",
  } = readValidOptions(MOCK_CHECKS, options);
  const seed = sharedSeed ?? readSeed(plants, duplicateIds);
  const plantStorage = storage && openStorage(storage, storageKey);

  const changes = new Changes();
  const store = new PlantStore({ duplicateIds, seed, storage: plantStorage }, changes);
  const log = new RequestLog(history, changes);
  const faults = new FaultQueue(changes);
  let isClosing = false;

  const state: MockState = Object.freeze<MockState>({
    baseUrl: baseUrl === "*" ? baseUrl : String(parseBaseUrl(baseUrl).baseUrl),
    token,
    delayMs,
    seed,
    changes,
    store,
    log,
    faults,
    get isClosing() {
      return isClosing;
    },
    close() {
      isClosing = true;
      endRequests(state, ({ isEndless }) => isEndless);
    },
    handle: (request) => handleRequest(state, request),
    matches: (request) => matchesOperation(state, request),

    fetch: (input, init) => fetchFromMock(state, input, init),
    plants: store,
    get requests() {
      return log.list();
    },
    failNext: (...values) => faults.add(checkFaults(values)),
    failWhen: (condition, fault, failOptions) => faults.add([checkFaultWhen(condition, fault, failOptions)]),
    clearFaults: () => faults.clear(),
    clearRequests: () => log.clear(),
    subscribe: changes.subscribe,
    reset() {
      changes.batch(() => {
        faults.clear();
        log.clear();
        store.reset();
        endRequests(state);
      });
    },
  });
  return state;
}

function readSeed(newPlants: readonly NewPlant[], duplicateIds: DuplicateIds): readonly StoredPlant[] {
  const plants = newPlants.map((plant, index) =>
    toStoredPlant(checkNewPlant(plant, `Invalid options: plants[${index}]: `)),
  );
  if (duplicateIds === "reject") {
    const ids = new Set<bigint>();
    for (const { id } of plants) {
      if (ids.has(id)) {
        throw new TypeError(`Invalid options: plants: the id ${id} is in use, and duplicateIds is "reject"`);
      }
      ids.add(id);
    }
  }
  return plants;
}
