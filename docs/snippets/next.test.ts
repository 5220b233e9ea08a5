import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createPlantAction } from "./app/actions";

const mock = createPlantStoreMock();
const server = setupServer(...createHandlers(mock));
beforeAll(() => {
  vi.stubEnv("PLANT_STORE_TOKEN", "any-token");
  server.listen(offline);
});
beforeEach(() => mock.reset());
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

const form = new FormData();
form.set("id", "9007199254740993");
form.set("name", "Fern");

it("creates a plant with the server action", async () => {
  expect(await createPlantAction({}, form)).toEqual({ message: "Created Fern." });
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("says that the plant may exist when the connection drops", async () => {
  mock.failNext("connection");
  expect(await createPlantAction({}, form)).toEqual({
    message: "The plant may have been created. Sending it again could create it twice.",
    values: { id: "9007199254740993", name: "Fern", tag: "" },
  });
});
