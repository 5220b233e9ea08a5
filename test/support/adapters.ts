import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";
import { type Adapter, baseUrl, fetchAdapter } from "./adapter.ts";

const mswAdapter: Adapter = {
  name: "createHandlers",
  getsAllRequests: false,
  seesAborts: true,
  seesLatin1: true,
  async start(options) {
    const mock = createPlantStoreMock({ baseUrl, ...options });
    const server = setupServer(...createHandlers(mock));
    server.listen(offline);
    onTestFinished(() => server.close());
    return { fetch: (url, init) => globalThis.fetch(url, init), baseUrl, mock };
  },
};

const serverAdapter: Adapter = {
  name: "startMockServer",
  getsAllRequests: true,
  seesAborts: true,
  seesLatin1: true,
  async start(options) {
    const { url, mock, close } = await startMockServer({ baseUrl, ...options });
    onTestFinished(async () => {
      // `close` waits for requests in progress, and `reset` ends those that hang.
      mock.reset();
      await close();
    });
    return { fetch: (input, init) => globalThis.fetch(input, init), baseUrl: `${url}/v1`, mock };
  },
};

/** In a browser, adapters.browser.ts replaces this file. */
export const adapters: readonly Adapter[] = [fetchAdapter, mswAdapter, serverAdapter];
