import { toBaseUrl } from "../../shared/base-url.ts";
import { FaultQueue } from "../faults/queue.ts";
import { StoredPlants } from "../plants/stored-plants.ts";
import { RequestLog } from "../requests/log.ts";
import { OpenRequests } from "../requests/open-requests.ts";
import type { AcceptedTokens, PlantStoreMockOptions } from "./mock-options.ts";

/** What a mock holds. */
export class MockState {
  /** The base URL without a trailing slash, or "*". */
  readonly baseUrl: string;
  readonly token: AcceptedTokens | undefined;
  readonly delayMs: number;
  readonly plants: StoredPlants;
  readonly log = new RequestLog();
  readonly faults = new FaultQueue();
  readonly openRequests = new OpenRequests();

  constructor(options: PlantStoreMockOptions) {
    const { baseUrl = "*", token, plants = [], duplicateIds = "accept", delayMs = 0 } = options;
    this.baseUrl = baseUrl === "*" ? baseUrl : toBaseUrl(baseUrl);
    this.token = token;
    this.delayMs = delayMs;
    this.plants = new StoredPlants(plants, duplicateIds);
  }

  reset(): void {
    this.faults.clear();
    this.log.clear();
    this.plants.reset();
    this.openRequests.drop();
  }
}
