import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import {
  createPlantStoreMock,
  type Fault,
  type MockPlants,
  type PlantQuery,
  type PlantStoreMock,
  type PlantStoreMockOptions,
  type RecordedRequest,
  type RequestOutcome,
  type StoredPlant,
} from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { expectTypeOf, it } from "vitest";

const mock = createPlantStoreMock();

it("takes its options, and no others", () => {
  expectTypeOf(createPlantStoreMock).parameters.toEqualTypeOf<[options?: PlantStoreMockOptions]>();
  createPlantStoreMock({});
  createPlantStoreMock({ baseUrl: new URL("https://plants.example.com"), token: undefined, delayMs: 5 });
  createPlantStoreMock({ token: ["a", "b"] as const, plants: [{ id: 1n, name: "Fern" }] as const });
  createPlantStoreMock({ token: (token) => token.length > 3 });
  createPlantStoreMock({ token: async (token) => token.length > 3 });
  // @ts-expect-error a name is misspelt
  createPlantStoreMock({ tokens: ["a"] });
  // @ts-expect-error there are two ways only
  createPlantStoreMock({ duplicateIds: "replace" });
  // @ts-expect-error a seed needs an id
  createPlantStoreMock({ plants: [{ name: "Fern" }] });
});

it("is a fetch function for the client", () => {
  createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  expectTypeOf(mock.fetch).toExtend<typeof globalThis.fetch>();
});

it("gives ids as bigint, always", () => {
  expectTypeOf<StoredPlant["id"]>().toEqualTypeOf<bigint>();
  expectTypeOf(mock.plants).toEqualTypeOf<MockPlants>();
  expectTypeOf(mock.plants.all()).toEqualTypeOf<readonly StoredPlant[]>();
  expectTypeOf(mock.plants.get).parameters.toEqualTypeOf<[id: number | bigint]>();
  expectTypeOf(mock.plants.get(1)).toEqualTypeOf<StoredPlant | undefined>();
  expectTypeOf(mock.plants.size).toEqualTypeOf<number>();
  mock.plants.add({ id: 1, name: "Fern" }, { id: 2n, name: "Moss", tag: "wet" });
  expectTypeOf(mock.plants).not.toHaveProperty("create");
  expectTypeOf<NonNullable<RecordedRequest["newPlant"]>["id"]>().toEqualTypeOf<bigint>();
});

it("hands out what can't be changed", () => {
  const [plant] = mock.plants.all();
  if (plant) {
    // @ts-expect-error a stored plant is read-only
    plant.name = "Changed";
  }
  // @ts-expect-error so is the mock
  mock.plants = createPlantStoreMock().plants;
  // @ts-expect-error and what it recorded
  mock.requests.pop();
});

it("types the conditions of a query", () => {
  mock.plants.findMany((q) => q.where({ id: 1n, name: (name) => name.startsWith("F") }).or({ tag: "indoor" }));
  mock.plants.findMany((q) => q.where((plant) => plant.id > 1n && plant.tag !== undefined));
  expectTypeOf(mock.plants.findMany).parameters.toEqualTypeOf<[query: (q: PlantQuery) => PlantQuery]>();
  // @ts-expect-error an id is a bigint
  mock.plants.findMany((q) => q.where({ id: 1 }));
  // @ts-expect-error there is no such field
  mock.plants.findMany((q) => q.where({ colour: "green" }));
});

it("types the faults", () => {
  mock.failNext();
  mock.failNext("connection", "timeout", "malformed", "html", { delayMs: 1 }, { error: 1, message: "no" });
  mock.failNext({ error: 1, message: "no", status: 503 }, { error: 1, message: "no", status: undefined });
  mock.failNext(
    () => new Response(),
    async (request) => new Response(await request.text()),
  );
  // @ts-expect-error there is no such fault
  mock.failNext("explosion");
  // @ts-expect-error an Error has a message
  mock.failNext({ error: 1 });
  // @ts-expect-error a function gives a Response
  mock.failNext(() => "no");
  expectTypeOf(mock.failNext).parameters.toEqualTypeOf<Fault[]>();
});

it("names the outcomes", () => {
  expectTypeOf(mock.requests).toEqualTypeOf<readonly RecordedRequest[]>();
  expectTypeOf<RequestOutcome>().toEqualTypeOf<"pending" | "created" | "refused" | "fault" | "aborted">();
  expectTypeOf<RecordedRequest["status"]>().toEqualTypeOf<number | undefined>();
});

it("fits MSW", () => {
  expectTypeOf(createHandlers).parameters.toEqualTypeOf<[mock: PlantStoreMock]>();
  expectTypeOf(createHandlers(mock)).toEqualTypeOf<HttpHandler[]>();
  setupServer(...createHandlers(mock)).listen(offline);
});

it("is served over HTTP", () => {
  expectTypeOf(startMockServer({ port: 4010, host: "::1", token: "a" }))
    .resolves.toHaveProperty("url")
    .toBeString();
  expectTypeOf(startMockServer()).resolves.toHaveProperty("mock").toEqualTypeOf<PlantStoreMock>();
  // @ts-expect-error a port is a number
  startMockServer({ port: "4010" });
});
