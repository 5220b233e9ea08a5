import { toBaseUrl } from "../../shared/base-url.ts";
import { FaultQueue } from "../faults/queue.ts";
import { openStorage } from "../plants/storage.ts";
import { type IndexedPlants, indexPlants, PlantStore } from "../plants/store.ts";
import { OpenRequests } from "../requests/lifetime.ts";
import { RecordLimit, RequestLog } from "../requests/log.ts";
import type { AcceptedTokens, PlantStoreMockOptions } from "./mock-options.ts";

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

  /** The sessions of an app share a limit of records and a seed. */
  constructor(options: PlantStoreMockOptions, limit = new RecordLimit(), sharedSeed?: IndexedPlants) {
    const {
      baseUrl = "*",
      token,
      plants = [],
      duplicateIds = "accept",
      delayMs = 0,
      storage,
      storageKey = "plant-store-mock",
    } = options;
    this.baseUrl = baseUrl === "*" ? baseUrl : toBaseUrl(baseUrl);
    this.token = token;
    this.delayMs = delayMs;
    this.seed = sharedSeed ?? indexPlants(plants);
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
