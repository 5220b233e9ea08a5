import { test as base } from "@playwright/test";
import type { PlantStoreMock } from "plant-store-sdk/mocks";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";

/** The service's base URL in the app. Playwright sends its requests to the mock, which needs an http URL for that. */
const SERVICE_URL = "http://127.0.0.1:4310";

/** A test with a mock of its own: each worker starts a server, and the page's requests to the service go there. */
export const test = base.extend<{ mock: PlantStoreMock }, { mockServer: MockServer }>({
  mockServer: [
    async ({}, use) => {
      const server = await startMockServer({ duplicateIds: "reject" });
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  mock: [
    async ({ context, mockServer }, use) => {
      await context.route(`${SERVICE_URL}/**`, (route) =>
        route.continue({ url: route.request().url().replace(SERVICE_URL, mockServer.url) }),
      );
      await use(mockServer.mock);
      mockServer.mock.reset();
    },
    { auto: true },
  ],
});
