import { type APIRequestContext, test as base } from "@playwright/test";

const MOCK_URL = "http://127.0.0.1:4310";

/** A test with a mock of its own: the page's requests to the mock server go to a session of the test's worker. */
export const test = base.extend<{ mock: APIRequestContext }>({
  mock: [
    async ({ context, playwright }, use, { parallelIndex }) => {
      const session = { "X-Mock-Session": `worker-${parallelIndex}` };
      await context.route(`${MOCK_URL}/**`, (route) =>
        route.continue({ headers: { ...route.request().headers(), ...session } }),
      );
      const mock = await playwright.request.newContext({
        baseURL: MOCK_URL,
        extraHTTPHeaders: session,
        failOnStatusCode: true, // such as for an invalid fault
      });
      await mock.post("/__mock/reset");
      await use(mock);
      await mock.dispose();
    },
    { auto: true },
  ],
});
