import { createPlantStoreMock, type PlantStoreMock, type PlantStoreMockOptions } from "plant-store-sdk/mocks";

export interface RunningMock {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  readonly mock: PlantStoreMock;
}

export interface Adapter {
  readonly name: string;
  readonly getsAllRequests: boolean;
  /** A service worker doesn't tell the mock that a request was aborted. */
  readonly seesAborts: boolean;
  /** Chromium hands a service worker a header beyond ASCII as an empty one. */
  readonly seesLatin1: boolean;
  start(options?: PlantStoreMockOptions): Promise<RunningMock>;
}

export const baseUrl = "https://plants.example.com/v1";

/** A mock without a transport. */
export function startMock(options?: PlantStoreMockOptions) {
  const mock = createPlantStoreMock({ baseUrl, ...options });
  return { fetch: mock.fetch, baseUrl, mock };
}

export const fetchAdapter: Adapter = {
  name: "mock.fetch",
  getsAllRequests: true,
  seesAborts: true,
  seesLatin1: true,
  start: async (options) => startMock(options),
};
