import { createPlantStoreMock, type PlantStoreMock, type PlantStoreMockOptions } from "plant-store-sdk/mocks";

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
  /** Whether it hears that a request was given up. A service worker does not tell. */
  readonly hearsAborts: boolean;
  start(options?: PlantStoreMockOptions): Promise<RunningMock>;
}

export const baseUrl = "https://plants.example.com/v1";

export const fetchAdapter: Adapter = {
  name: "mock.fetch",
  answersAll: true,
  hearsAborts: true,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    return { fetch: mock.fetch, baseUrl, mock };
  },
};
