import type { MockChange } from "./changes.ts";
import { checkFaults, checkFaultWhen } from "./check-fault.ts";
import type { FailWhenOptions, Fault } from "./faults.ts";
import { respondToFetch } from "./fetch.ts";
import { connectionError } from "./messages.ts";
import type { PlantStoreMockOptions } from "./options.ts";
import { matchesOperation } from "./pipeline.ts";
import type { RecordedRequest } from "./request-record.ts";
import { createMockState, type MockState } from "./state.ts";
import type { MockPlants } from "./store.ts";
import type { PlantCondition } from "./stored-plant.ts";

/** A mock of the Plant Store in this process, made by {@link createPlantStoreMock}. Safe to destructure. */
export interface PlantStoreMock {
  /**
   * The mock as a `fetch` function. Other paths than the operation's get 404, and other methods 405.
   *
   * @throws `TypeError` when a fault or a reset closes the connection; the signal's reason when it aborts.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The plants of the mock. */
  readonly plants: MockPlants;
  /**
   * The last 1,000 requests to the operation with their responses, oldest first. Tokens are redacted. The same array until the
   * requests change.
   */
  readonly requests: readonly RecordedRequest[];
  /**
   * Makes the next requests to the operation fail: one fault for each, in order. Faults apply before credentials are checked.
   *
   * @throws `TypeError` when a fault is invalid, or more than 1,000 would wait. Then none is queued.
   */
  readonly failNext: (...faults: Fault[]) => void;
  /**
   * Makes requests fail if their NewPlant matches the condition, which has the same form as in `q.where`. Faults of
   * `failNext` go first, then those of `failWhen` in order.
   *
   * @throws `TypeError` when the condition, the fault or `times` is invalid, or more than 1,000 faults would wait.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.failNext({ error: 17, message: "No room" }, "connection");
   * mock.failWhen({ id: 13n }, { error: 13, message: "No luck" }, { times: 1 });
   * mock.failWhen({ tag: "rare" }, { fault: "connection", creates: true }); // the plant is created, the response is lost
   */
  readonly failWhen: (condition: PlantCondition, fault: Fault, options?: FailWhenOptions) => void;
  /** Removes all queued faults. */
  readonly clearFaults: () => void;
  /** Removes the recorded requests. */
  readonly clearRequests: () => void;
  /**
   * Calls the listener once after each change of plants, requests or faults, except its own. Returns a function that unsubscribes.
   * To keep a copy of the plants, apply each {@link MockChange}.
   *
   * @throws `TypeError` when the listener isn't a function.
   *
   * @example
   * import { createPlantStoreMock, type StoredPlant } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * let rows: StoredPlant[] = [];
   * mock.subscribe(({ added = [], removed, replaced }) => {
   *   if (removed) {
   *     rows = rows.filter((row) => !removed.includes(row));
   *   }
   *   rows = replaced ? [...mock.plants.all()] : [...rows, ...added];
   * });
   * mock.plants.add({ id: 1, name: "Fern" });
   * console.log(rows.length); // 1
   */
  readonly subscribe: (listener: (change: MockChange) => void) => () => void;
  /** Restores the initial plants and clears requests and faults. Pending requests lose their connection. */
  readonly reset: () => void;
  /** Returns whether a request is for the operation. For custom adapters. */
  readonly matches: (request: Pick<Request, "method" | "url">) => boolean;
  /** Like `fetch`, except that a lost connection is `Response.error()`. For custom adapters. */
  readonly respond: (request: Request) => Promise<Response>;
}

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
  return toPublicMock(createMockState(options));
}

export function toPublicMock(state: MockState): PlantStoreMock {
  return Object.freeze<PlantStoreMock>({
    async fetch(input, init) {
      const response = await respondToFetch(state, input, init);
      if (response.type === "error") {
        throw connectionError(response);
      }
      return response;
    },
    plants: state.store.plants,
    get requests() {
      return state.requests.list();
    },
    failNext: (...faults) => state.faults.add(checkFaults(faults)),
    failWhen: (condition, fault, options) => state.faults.add([checkFaultWhen(condition, fault, options)]),
    clearFaults: () => state.faults.clear(),
    clearRequests: () => state.requests.clear(),
    reset: () => state.reset(),
    subscribe: state.subscribe,
    matches: (request) => matchesOperation(state, request),
    respond: (request) => respondToFetch(state, request),
  });
}
