import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";
import { type Adapter, baseUrl, fetchAdapter } from "./adapter.ts";

const mswAdapter: Adapter = {
  name: "createHandlers",
  answersAll: false,
  hearsAborts: true,
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
  answersAll: true,
  hearsAborts: true,
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

/** The ways to reach the mock, through which the same behaviour is tested. In a browser, adapters.browser.ts stands in place of this. */
// Mutation testing runs every test over and over: there the adapters, which add no behaviour of the core, are left out.
export const adapters: readonly Adapter[] =
  process.env.MUTATE === "mocks" ? [fetchAdapter] : [fetchAdapter, mswAdapter, serverAdapter];
