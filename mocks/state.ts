import type { NewPlant } from "../src/schemas.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { readValidOptions } from "../src/shared/options.ts";
import { LightSignal } from "./abort.ts";
import { Changes } from "./changes.ts";
import { FaultQueue } from "./fault-queue.ts";
import { checkNewPlant } from "./invalid-input.ts";
import { MOCK_CHECKS, type PlantStoreMockOptions } from "./options.ts";
import { RecordHistory, RequestLog } from "./requests.ts";
import { createPlantStore, createSeed, type DuplicateIds, openStorage, type Seed } from "./store.ts";
import { toStoredPlant } from "./stored-plant.ts";

/** The state of a mock. The sessions of a server share a history and a seed. */
export type MockState = ReturnType<typeof createMockState>;

export function createMockState(options: PlantStoreMockOptions, history = new RecordHistory(), sharedSeed?: Seed) {
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
  const stored = storage && openStorage(storage, storageKey);
  const tokens = typeof token === "function" ? [] : [token ?? []].flat();

  const changes = new Changes();
  const store = createPlantStore({ duplicateIds, seed, stored }, changes);
  const requests = new RequestLog(history, tokens, changes);
  const faults = new FaultQueue(changes);
  let resetSignal = new LightSignal();
  return {
    baseUrl: baseUrl === "*" ? baseUrl : String(parseBaseUrl(baseUrl).baseUrl),
    token,
    delayMs,
    seed,
    changes,
    store,
    requests,
    faults,
    /** Aborts when the mock is reset. */
    get resetSignal() {
      return resetSignal;
    },
    reset() {
      changes.together(() => {
        faults.clear();
        requests.clear();
        store.reset();
        const waiting = resetSignal;
        resetSignal = new LightSignal();
        waiting.abort("The mock was reset.");
      });
    },
    subscribe: changes.subscribe,
  };
}

function readSeed(newPlants: readonly NewPlant[], duplicateIds: DuplicateIds): Seed {
  const seed = createSeed(
    newPlants.map((plant, index) => toStoredPlant(checkNewPlant(plant, `Invalid options: plants[${index}]: `))),
  );
  if (duplicateIds === "reject" && seed.byId.size < seed.plants.length) {
    const refused = seed.plants.find((plant) => seed.byId.get(plant.id) !== plant);
    throw new TypeError(`Invalid options: plants: the id ${refused?.id} is in use, and duplicateIds is "reject"`);
  }
  return seed;
}
