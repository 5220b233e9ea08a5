import { toBaseUrl } from "../../shared/base-url.ts";
import { FaultQueue } from "../faults/queue.ts";
import { openStorage } from "../plants/storage.ts";
import { PlantStore } from "../plants/store.ts";
import { RequestLog } from "../requests/log.ts";
import { OpenRequests } from "../requests/open-requests.ts";
import type { AcceptedTokens, PlantStoreMockOptions } from "./mock-options.ts";

/** What a mock holds. */
export class MockState {
  /** The base URL without a trailing slash, or "*". */
  readonly baseUrl: string;
  readonly token: AcceptedTokens | undefined;
  readonly delayMs: number;
  readonly plants: PlantStore;
  readonly log = new RequestLog();
  readonly faults = new FaultQueue();
  readonly openRequests = new OpenRequests();

  constructor(options: PlantStoreMockOptions) {
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
    const plantStorage = storage && openStorage(storage, storageKey);
    this.plants = new PlantStore({ duplicateIds, initial: plants, storage: plantStorage });
  }

  reset(): void {
    this.faults.clear();
    this.log.clear();
    this.plants.reset();
    this.openRequests.drop();
  }
}
