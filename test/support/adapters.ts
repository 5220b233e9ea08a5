import { setupServer } from "msw/node";
import { createPlantStoreMock, type PlantStoreMock, type PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";

/** A mock that answers under `baseUrl` until the test is over. */
export interface RunningMock {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  readonly mock: PlantStoreMock;
}

/** One way to reach the mock. */
export interface Adapter {
  readonly name: string;
  /** Whether it answers what is not for the operation, or leaves it alone. */
  readonly answersAll: boolean;
  start(options?: PlantStoreMockOptions): Promise<RunningMock>;
}

const baseUrl = "https://plants.example.com/v1";

export const fetchAdapter: Adapter = {
  name: "mock.fetch",
  answersAll: true,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    return { fetch: mock.fetch, baseUrl, mock };
  },
};

export const mswAdapter: Adapter = {
  name: "createHandlers",
  answersAll: false,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    const server = setupServer(...createHandlers(mock));
    server.listen(offline);
    onTestFinished(() => server.close());
    return { fetch: (url, init) => globalThis.fetch(url, init), baseUrl, mock };
  },
};

export const serverAdapter: Adapter = {
  name: "startMockServer",
  answersAll: true,
  async start(options) {
    const { url, mock, close } = await startMockServer({ baseUrl, ...options });
    onTestFinished(async () => {
      // It waits for what is under way: nothing is to hang.
      mock.reset();
      await close();
    });
    return { fetch: (input, init) => globalThis.fetch(input, init), baseUrl: `${url}/v1`, mock };
  },
};

/** The ways to reach the mock, through which the same behaviour is tested. */
// Mutation testing runs every test over and over: there the adapters, which add no behaviour of the core, are left out.
export const adapters: readonly Adapter[] =
  process.env.MUTATE === "mocks" ? [fetchAdapter] : [fetchAdapter, mswAdapter, serverAdapter];
