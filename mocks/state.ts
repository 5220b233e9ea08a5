import type { NewPlant } from "../src/schemas.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { readValidOptions } from "../src/shared/option-checks.ts";
import { FaultQueue } from "./faults/queue.ts";
import { type AcceptedTokens, MOCK_CHECKS, type PlantStoreMockOptions } from "./mock-options.ts";
import { checkNewPlant } from "./plants/check-plant.ts";
import { type DuplicateIds, rejectDuplicates } from "./plants/duplicate-ids.ts";
import { openStorage } from "./plants/storage.ts";
import { type IndexedPlants, indexPlants, PlantStore } from "./plants/store.ts";
import { OpenRequests } from "./requests/lifetime.ts";
import { RecordLimit, RequestLog } from "./requests/log.ts";

/** What a mock holds. */
export class MockState {
  /** The base URL without a trailing slash, or "*". */
  readonly baseUrl: string;
  readonly token: AcceptedTokens | undefined;
  readonly delayMs: number;
  readonly seed: IndexedPlants;
  readonly plants: PlantStore;
  readonly log: RequestLog;
  readonly faults = new FaultQueue();
  readonly openRequests = new OpenRequests();

  /** The sessions of an app share a limit of records and a seed. @throws `TypeError` when an option is invalid. */
  constructor(options: PlantStoreMockOptions, limit = new RecordLimit(), sharedSeed?: IndexedPlants) {
    const {
      baseUrl = "*",
      token,
      plants = [],
      duplicateIds = "accept",
      delayMs = 0,
      storage,
      storageKey = "plant-store-mock",
    } = readValidOptions(MOCK_CHECKS, options);
    this.baseUrl = baseUrl === "*" ? baseUrl : String(parseBaseUrl(baseUrl).baseUrl);
    this.token = token;
    this.delayMs = delayMs;
    this.seed = sharedSeed ?? readSeed(plants, duplicateIds);
    const plantStorage = storage && openStorage(storage, storageKey);
    this.plants = new PlantStore({ duplicateIds, seed: this.seed, storage: plantStorage });
    this.log = new RequestLog(limit);
  }

  reset(): void {
    this.faults.clear();
    this.log.clear();
    this.plants.reset();
    this.openRequests.drop();
  }
}

function readSeed(newPlants: readonly NewPlant[], duplicateIds: DuplicateIds): IndexedPlants {
  const toPrefix = (index: number) => `Invalid options: plants[${index}]: `;
  const plants = newPlants.map((plant, index) => checkNewPlant(plant, toPrefix(index)));
  if (duplicateIds === "reject") {
    rejectDuplicates(plants, toPrefix);
  }
  return indexPlants(plants);
}
