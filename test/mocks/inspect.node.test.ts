import { inspect } from "node:util";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { createHandlers } from "plant-store-sdk/mocks/msw";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { expect, it } from "vitest";
import { FERN_JSON } from "../support/fern.ts";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";

const TOKEN = "secret-access-token";
const options = { token: TOKEN };

it.each<[string, () => object | Promise<object>]>([
  ["a mock", () => createPlantStoreMock({ token: [TOKEN] })],
  ["an app", () => createMockApp(options)],
  ["middleware", () => createMockMiddleware(options)],
  ["a server", () => mockServer(options)],
  ["MSW's handlers", () => createHandlers(createPlantStoreMock({ token: TOKEN }))],
])("%s shows no token when it is printed", async (_, create) => {
  const shown = inspect(await create(), { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  expect(shown).not.toContain("secret");
});

it("a mock with a request shows no token when it is printed", async () => {
  const mock = createPlantStoreMock({ token: TOKEN });
  const headers = { authorization: `Bearer ${TOKEN}` };
  await post({ fetch: mock.fetch, baseUrl: "https://plants.example.com" }, FERN_JSON, headers);
  expect(inspect(mock, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain(TOKEN);
});
