import { checkFaults, checkFaultWhen, type FailWhenOptions, type Fault } from "./faults.ts";
import { respond } from "./fetch.ts";
import { matchesOperation } from "./pipeline.ts";
import type { RecordedRequest } from "./requests.ts";
import { createMockState, type MockState, type PlantStoreMockOptions } from "./state.ts";
import type { MockPlants, PlantCondition } from "./store.ts";

/** A mock of the Plant Store in this process, made by {@link createPlantStoreMock}. Safe to destructure. */
export interface PlantStoreMock {
  /**
   * The mock as a `fetch` function: `createPlantStoreClient({ fetch: mock.fetch, … })`. It intercepts nothing. Other paths
   * and methods get 404 and 405.
   *
   * @throws `TypeError`, as the global `fetch` does, when a fault or a reset closes the connection; the reason of the
   * signal when it aborts.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * const response = await mock.fetch("https://plants.example.com/plants", {
   *   method: "POST",
   *   headers: { authorization: "Bearer any-token", "content-type": "application/json" },
   *   body: '{"id": 9007199254740993, "name": "Fern"}',
   * });
   * console.log(response.status, await response.text()); // 200 {"name":"Fern"}
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The plants of the mock. */
  readonly plants: MockPlants;
  /**
   * The last 1,000 requests to the operation with their responses, oldest first, or fewer when they take more than 64 MiB.
   * Tokens are redacted.
   */
  readonly requests: readonly RecordedRequest[];
  /**
   * Makes the next requests to the operation fail: one fault for each, in order. Faults precede the check of credentials.
   *
   * @throws `TypeError` when a fault is invalid. Then none is queued.
   *
   * @example
   * import { createPlantStoreClient } from "plant-store-sdk";
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const { fetch, failNext } = createPlantStoreMock();
   * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch });
   *
   * failNext({ error: 17, message: "No room" }, "connection"); // makes the next two requests fail
   * const { error } = await client.createPlant({ id: 1, name: "Fern" });
   * console.log(error?.message); // No room
   * await client.createPlant({ id: 1, name: "Fern" }).catch(({ name }) => {
   *   console.log(name); // PlantStoreConnectionError
   * });
   * const { data } = await client.createPlant({ id: 1, name: "Fern" });
   * console.log(data?.name); // Fern
   */
  readonly failNext: (...faults: Fault[]) => void;
  /**
   * Makes requests fail if their NewPlant matches the condition. It has the same form as in `q.where`. Faults of `failNext`
   * go first, then those of `failWhen` in order.
   *
   * @throws `TypeError` when the condition, the fault or `times` is invalid.
   *
   * @example
   * import { createPlantStoreClient } from "plant-store-sdk";
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const { fetch, failWhen } = createPlantStoreMock();
   * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch });
   *
   * failWhen({ id: 13n }, { error: 13, message: "No luck" }, { times: 1 });
   * const { data } = await client.createPlant({ id: 12, name: "Fern" });
   * const { error } = await client.createPlant({ id: 13, name: "Moss" });
   * console.log(data?.name, error?.message); // Fern No luck
   */
  readonly failWhen: (condition: PlantCondition, fault: Fault, options?: FailWhenOptions) => void;
  /** Removes the faults that are left. */
  readonly clearFaults: () => void;
  /** Removes the recorded requests. */
  readonly clearRequests: () => void;
  /**
   * Calls the listener after plants, requests or faults have changed. Returns a function that stops it. A listener isn't
   * called for its own changes. What it throws is an uncaught error, and doesn't affect the request.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * const unsubscribe = mock.subscribe(() => console.log(mock.plants.size)); // 1
   * mock.plants.add({ id: 1, name: "Fern" });
   * unsubscribe();
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Restores the initial plants and clears requests and faults. Requests that still wait lose their connection. */
  readonly reset: () => void;
  /**
   * Returns whether a request is for the operation. For adapters of your own.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ baseUrl: "https://plants.example.com/v1" });
   * console.log(mock.matches({ method: "POST", url: "https://plants.example.com/v1/plants" })); // true
   */
  readonly matches: (request: Pick<Request, "method" | "url">) => boolean;
  /**
   * Like `fetch`, except that a lost connection is `Response.error()`. For adapters of your own.
   *
   * @throws the reason of the request's signal when it aborts.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock();
   * mock.failNext("connection");
   * const { type } = await mock.respond(new Request("https://plants.example.com/plants", { method: "POST" }));
   * console.log(type); // error
   */
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

/** The public surface of a mock. The HTTP server shares the state with it. */
export function toPublicMock(state: MockState): PlantStoreMock {
  return Object.freeze<PlantStoreMock>({
    async fetch(input, init) {
      const response = await respond(state, input, init);
      if (response.type === "error") {
        throw new TypeError("fetch failed", { cause: new Error("the mock closed the connection: a fault or a reset") });
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
    respond: (request) => respond(state, request),
  });
}
