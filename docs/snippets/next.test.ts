import { setupServer } from "msw/node";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createPlantAction } from "./app/actions";
import { POST } from "./app/api/plants/route";

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

it("keeps what was typed when the connection drops, and says that the plant may exist", async () => {
  mock.failNext("connection");
  expect(await createPlantAction({}, form)).toEqual({
    message: "The plant may have been created. Sending it again could create it twice.",
    values: { id: "9007199254740993", name: "Fern", tag: "" },
  });
});

const post = (body: string) => POST(new Request("http://localhost:3000/api/plants", { method: "POST", body }));

it("creates a plant with the route handler", async () => {
  const response = await post('{"id":"9007199254740993","name":"Fern"}');
  expect(response.status).toBe(201);
  expect(mock.plants.get(9007199254740993n)?.name).toBe("Fern");
});

it.each([
  ["Fern", 400],
  ['{"id":"a dozen","name":"Fern"}', 422],
])("refuses %s with %i", async (body, status) => {
  expect((await post(body)).status).toBe(status);
  expect(mock.requests).toEqual([]);
});
