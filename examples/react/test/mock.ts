import { test as base } from "@playwright/test";
import type { PlantStoreMock } from "plant-store-sdk/mocks";
import { startMockServer } from "plant-store-sdk/mocks/server";

/** The service's base URL in the app. Playwright sends its requests to the mock, which needs an http URL for that. */
const SERVICE_URL = "http://127.0.0.1:4310";

/** A test with a mock server of its own, to which the page's requests to the service go. */
export const test = base.extend<{ mock: PlantStoreMock }>({
  mock: [
    async ({ context }, use) => {
      const server = await startMockServer();
      await context.route(`${SERVICE_URL}/**`, (route) =>
        route.continue({ url: route.request().url().replace(SERVICE_URL, server.url) }),
      );
      await use(server.mock);
      await server.close();
    },
    { auto: true },
  ],
});
