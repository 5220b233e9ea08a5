import { toResponse } from "./answer.ts";
import { answer } from "./core.ts";
import { checkFault, type Fault } from "./faults.ts";
import type { RecordedRequest } from "./recorder.ts";
import { createService, type PlantStoreMockOptions, type Service } from "./service.ts";
import type { MockPlants } from "./store.ts";

/** The reference implementation of the Plant Store (I1), in this process, made by {@link createPlantStoreMock}. */
export interface PlantStoreMock {
  /**
   * The service as a `fetch` function, for `createPlantStoreClient({ fetch: mock.fetch, … })`: nothing is intercepted.
   * Where the operation is not, it answers 404 or 405. It needs no `this`.
   *
   * @throws `TypeError`, as the global `fetch` does, where a fault has the connection lost; and the reason of an abort.
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
  /** The plants that it holds. */
  readonly plants: MockPlants;
  /**
   * The last 1,000 requests to the operation (fewer where their bodies come to more than 64 MiB), oldest first, with what
   * was answered. No token stands in them.
   */
  readonly requests: readonly RecordedRequest[];
  /**
   * Lets the next requests to the operation fail, one fault for each, in order, before their credentials are looked at.
   *
   * @throws `TypeError` when one is no fault; none of them is queued then.
   *
   * @example
   * import { createPlantStoreClient } from "plant-store-sdk";
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const { fetch, failNext } = createPlantStoreMock();
   * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch });
   *
   * failNext({ error: 17, message: "No room" }, "connection"); // two requests fail, then it works
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
   * Back to the beginning: the plants of the options, nothing recorded, no faults. Requests that still wait lose their
   * connection. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ plants: [{ id: 1, name: "Fern" }] });
   * mock.plants.add({ id: 2, name: "Moss" });
   * mock.reset();
   * console.log(mock.plants.size); // 1
   */
  readonly reset: () => void;
  /**
   * Whether a request is for the operation (I1): for adapters, such as the MSW handlers. Throws nothing.
   *
   * @example
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const mock = createPlantStoreMock({ baseUrl: "https://plants.example.com/v1" });
   * console.log(mock.matches({ method: "POST", url: "https://plants.example.com/v1/plants" })); // true
   */
  readonly matches: (request: Pick<Request, "method" | "url">) => boolean;
  /**
   * `fetch` for adapters: where the connection is to be lost, it gives `Response.error()` and does not reject.
   *
   * @throws the reason of the request's signal, when that aborts.
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
 * Makes a Plant Store that keeps its plants in memory, and answers as the interface states (I9 to I13).
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
  return mockOf(createService(options));
}

/** What awaits its answer: Node relays an abort to a Request only while something holds it, and what it was made of. */
const inFlight = new Set<readonly unknown[]>();

/** The mock of a service, which the HTTP server shares with it. */
export function mockOf(service: Service): PlantStoreMock {
  const respond = async (request: Request) => toResponse(await answer(service, request));
  return Object.freeze<PlantStoreMock>({
    async fetch(input, init) {
      const request = new Request(input, init);
      const held = [input, request];
      inFlight.add(held);
      const response = await respond(request).finally(() => inFlight.delete(held));
      if (response.type === "error") {
        throw new TypeError("fetch failed", { cause: new Error("the mock lost the connection, as it was told to") });
      }
      return response;
    },
    plants: service.store.plants,
    get requests() {
      return service.recorder.list();
    },
    failNext(...faults) {
      faults.forEach(checkFault);
      service.faults.push(...faults);
    },
    reset: () => service.reset(),
    matches: ({ method, url }) => method === "POST" && service.operation.hasPath(url),
    respond,
  });
}
