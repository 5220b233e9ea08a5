import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { onTestFinished } from "vitest";
import { type Adapter, baseUrl, fetchAdapter } from "./adapter.ts";
import { mockServer } from "./mock-server.ts";

const mswAdapter: Adapter = {
  ...fetchAdapter,
  name: "createHandlers",
  getsAllRequests: false,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    const server = setupServer(...createHandlers(mock));
    server.listen(offline);
    onTestFinished(() => server.close());
    return { fetch: (url, init) => globalThis.fetch(url, init), baseUrl, mock };
  },
};

const serverAdapter: Adapter = {
  ...fetchAdapter,
  name: "startMockServer",
  async start(options) {
    const { url, mock } = await mockServer({ baseUrl, ...options });
    return { fetch: (input, init) => globalThis.fetch(input, init), baseUrl: `${url}/v1`, mock };
  },
};

/** In a browser, adapters.browser.ts replaces this file. */
export const adapters: readonly Adapter[] = [fetchAdapter, mswAdapter, serverAdapter];
