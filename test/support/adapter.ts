import { createPlantStoreMock, type PlantStoreMock, type PlantStoreMockOptions } from "plant-store-sdk/mocks";

export interface RunningMock {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  readonly mock: PlantStoreMock;
}

export interface Adapter {
  readonly name: string;
  /** Whether the mock also gets requests that aren't for the operation. */
  readonly getsAllRequests: boolean;
  /** Whether the mock learns that a request was aborted. A service worker doesn't say. */
  readonly seesAborts: boolean;
  start(options?: PlantStoreMockOptions): Promise<RunningMock>;
}

export const baseUrl = "https://plants.example.com/v1";

export const fetchAdapter: Adapter = {
  name: "mock.fetch",
  getsAllRequests: true,
  seesAborts: true,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    return { fetch: mock.fetch, baseUrl, mock };
  },
};
