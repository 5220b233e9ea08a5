import { requireTextDecoder } from "../../shared/utf8.ts";
import { MOCK_CHECKS, type PlantStoreMockOptions, readMockOptions } from "../core/mock-options.ts";
import { MockState } from "../core/state.ts";
import type { FailWhenOptions, Fault } from "../faults/fault.ts";
import { readConditionalFault, readFaults } from "../faults/read-faults.ts";
import type { PlantCondition } from "../plants/condition.ts";
import type { MockPlants } from "../plants/stored-plants.ts";
import type { RecordedRequest } from "../requests/record.ts";
import { fetchFromMock } from "./fetch.ts";
import { createMswAccess, type HasMswAccess, MSW_ACCESS } from "./msw-access.ts";

/** A mock of the Plant Store in this process, made by {@link createPlantStoreMock}. Safe to destructure. */
export interface PlantStoreMock {
  /**
   * The mock as a `fetch` function. Other paths than the contract's get 404, and other methods 405. A POST of text or bytes is
   * recorded before `fetch` returns its promise.
   *
   * @throws `TypeError` when a fault or a reset closes the connection; the signal's reason when it aborts.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The plants of the mock. */
  readonly plants: MockPlants;
  /**
   * The last 1,000 requests to an operation with their responses, oldest first, as they were sent, credentials included. Fewer if
   * they have more than 16 MiB of text together. Later requests don't change the array.
   */
  readonly requests: readonly RecordedRequest[];
  /**
   * Makes the next requests to an operation fail: one fault for each, in the order in which requests have arrived whole. Faults
   * apply before credentials are checked.
   *
   * @throws `TypeError` when a fault is invalid, or more than 1,000 would wait. Then none is queued.
   */
  readonly failNext: (...faults: Fault[]) => void;
  /**
   * Makes requests fail if their NewPlant matches the condition, which has the same form as in
   * `plants.findMany((q) => q.where(…))`. Faults of `failNext` go first, then those of `failWhen` in order.
   *
   * @throws `TypeError` when the condition, the fault or `times` is invalid, or more than 1,000 faults would wait.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.failNext(503, { error: 17, message: "No room" }, "connection");
   * mock.failWhen({ id: 13 }, { error: 13, message: "No luck" }, { times: 1 });
   * mock.failWhen({ tag: "rare" }, { fault: "connection", creates: true }); // the plant is created, the response is lost
   */
  readonly failWhen: (condition: PlantCondition, fault: Fault, options?: FailWhenOptions) => void;
  /** Removes all queued faults. */
  readonly clearFaults: () => void;
  /** Removes the recorded requests. */
  readonly clearRequests: () => void;
  /** Restores the initial plants and clears requests and faults. Pending requests lose their connection. */
  readonly reset: () => void;
}

/**
 * Creates a mock of the Plant Store that keeps its plants in memory.
 *
 * @throws `TypeError` when an option is invalid, or where there is no `TextDecoder`.
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
  requireTextDecoder();
  return toMock(new MockState(readMockOptions(MOCK_CHECKS, options)));
}

/** Makes the public object of a mock. */
export function toMock(state: MockState): PlantStoreMock {
  const { plants, log, faults } = state;
  const { all, get, findMany, add, remove, clear } = plants;
  const plantMethods = { all, get, findMany, add, remove, clear };
  const mock: PlantStoreMock & HasMswAccess = {
    fetch: (input, init) => fetchFromMock(state, input, init),
    plants: {
      ...plantMethods,
      get size() {
        return plants.size;
      },
    },
    get requests() {
      return log.list();
    },
    failNext: (...values) => faults.add(readFaults(values)),
    failWhen: (condition, fault, options) => faults.add([readConditionalFault(condition, fault, options)]),
    clearFaults: () => faults.clear(),
    clearRequests: () => log.clear(),
    reset: () => state.reset(),
    [MSW_ACCESS]: createMswAccess(state),
  };
  return mock;
}
