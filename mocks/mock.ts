import { toResponse } from "./answer.ts";
import { answer } from "./core.ts";
import { checkFault, type Fault } from "./faults.ts";
import type { RecordedRequest } from "./recorder.ts";
import { createService, type PlantStoreMockOptions, type Service } from "./service.ts";
import type { MockPlants } from "./store.ts";

/** The reference implementation of the Plant Store, in this process. */
export interface PlantStoreMock {
  /**
   * The service as a `fetch` function, for `createPlantStoreClient({ fetch: mock.fetch, … })`: nothing is intercepted.
   * Where the operation is not, it answers 404 or 405. It needs no `this`.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The plants that it holds. */
  readonly plants: MockPlants;
  /** The last 1,000 requests to the operation (fewer where their bodies come to more than 64 MiB), oldest first, with what was answered. No token stands in them. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Lets the next requests to the operation fail, one fault for each, in order, before their credentials are looked at.
   *
   * @throws {TypeError} when one is no fault.
   *
   * @example
   * mock.failNext("connection", "connection"); // two lost connections, then it works
   */
  readonly failNext: (...faults: Fault[]) => void;
  /** Back to the beginning: the plants of the options, nothing recorded, no faults. Requests that still wait lose their connection. */
  readonly reset: () => void;
  /** Whether a request is for the operation: for adapters, such as the MSW handlers. */
  readonly matches: (request: Pick<Request, "method" | "url">) => boolean;
  /** `fetch` for adapters: where the connection is to be lost, it gives `Response.error()` and does not reject. */
  readonly respond: (request: Request) => Promise<Response>;
}

/**
 * Makes a Plant Store that keeps its plants in memory.
 *
 * @throws {TypeError} when an option is invalid.
 *
 * @example
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
 */
export function createPlantStoreMock(options: PlantStoreMockOptions = {}): PlantStoreMock {
  return mockOf(createService(options));
}

/** The mock of a service, which the HTTP server shares with it. */
export function mockOf(service: Service): PlantStoreMock {
  const respond = async (request: Request) => toResponse(await answer(service, request));
  return Object.freeze<PlantStoreMock>({
    async fetch(input, init) {
      const response = await respond(new Request(input, init));
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
