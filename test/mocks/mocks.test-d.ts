import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import { createPlantStoreClient, type NewPlant, type Plant } from "plant-store-sdk";
import {
  createPlantStoreMock,
  type MockChange,
  type MockPlants,
  type NamedFault,
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

it("accepts its options only", () => {
  expectTypeOf(createPlantStoreMock).parameters.toEqualTypeOf<[options?: PlantStoreMockOptions]>();
  createPlantStoreMock({ baseUrl: new URL("https://plants.example.com"), token: undefined, delayMs: 5 });
  createPlantStoreMock({ token: ["a", "b"] as const, plants: [{ id: 1n, name: "Fern" }] as const });
  createPlantStoreMock({ token: (token) => token.length > 3 });
  createPlantStoreMock({ storage: sessionStorage, storageKey: "plants" });
  // @ts-expect-error misspelled
  createPlantStoreMock({ tokens: ["a"] });
  // @ts-expect-error "accept" or "reject"
  createPlantStoreMock({ duplicateIds: "replace" });
  // @ts-expect-error id is missing
  createPlantStoreMock({ plants: [{ name: "Fern" }] });
});

it("is a fetch function for the client", () => {
  createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  expectTypeOf(mock.fetch).toExtend<typeof globalThis.fetch>();
});

it("stores the fields of a NewPlant, with the id as a bigint", () => {
  expectTypeOf<keyof StoredPlant>().toEqualTypeOf<keyof NewPlant>();
  expectTypeOf<Omit<StoredPlant, "id">>().toEqualTypeOf<Readonly<Omit<NewPlant, "id">>>();
  expectTypeOf<Omit<StoredPlant, "id">>().toEqualTypeOf<Readonly<Plant>>();
});

it("returns ids as bigint", () => {
  expectTypeOf<StoredPlant["id"]>().toEqualTypeOf<bigint>();
  expectTypeOf(mock.plants).toEqualTypeOf<MockPlants>();
  expectTypeOf(mock.plants.get(1)).toEqualTypeOf<StoredPlant | undefined>();
  expectTypeOf<NonNullable<RecordedRequest["newPlant"]>["id"]>().toEqualTypeOf<bigint>();
});

it("returns read-only values", () => {
  const [plant] = mock.plants.all();
  if (plant) {
    // @ts-expect-error a stored plant is read-only
    plant.name = "Changed";
  }
  // @ts-expect-error the records are read-only
  mock.requests.pop();
});

it("types the conditions of a query", () => {
  mock.plants.findMany((q) => q.where({ id: 1n, name: (name) => name.startsWith("F") }).or({ tag: "indoor" }));
  mock.plants.findMany((q) => q.where({ id: 1 }));
  // @ts-expect-error an id isn't a text
  mock.plants.findMany((q) => q.where({ id: "1" }));
  // @ts-expect-error unknown field
  mock.plants.findMany((q) => q.where({ color: "green" }));
});

it("types the faults", () => {
  mock.failNext("connection", "timeout", "malformed", "html", { delayMs: 1 }, { error: 1, message: "no" });
  mock.failNext(
    () => new Response(),
    async (request) => new Response(await request.text()),
  );
  // @ts-expect-error unknown fault
  mock.failNext("explosion");
  // @ts-expect-error message is missing
  mock.failNext({ error: 1 });
  // @ts-expect-error a function returns a Response
  mock.failNext(() => "no");
  mock.failNext({ error: 1, message: "no", status: 503, headers: { "retry-after": "1" }, delayMs: 5 });
  mock.failWhen({ id: (id) => id > 13n }, { delayMs: 5 });
  mock.failWhen(({ name }) => name.startsWith("F"), "timeout");
  mock.failNext(
    { fault: "connection", creates: true },
    { delayMs: 5, creates: true },
    { error: 1, message: "no", creates: true },
  );
  expectTypeOf<NamedFault>().toEqualTypeOf<"connection" | "unreachable" | "timeout" | "malformed" | "html">();
  // @ts-expect-error nothing goes wrong
  mock.failNext({ creates: true });
  mock.failWhen({ id: 13 }, "html");
  // @ts-expect-error unknown option
  mock.failWhen({ id: 13n }, "html", { time: 2 });
});

it("types the records", () => {
  expectTypeOf(mock.requests).toEqualTypeOf<readonly RecordedRequest[]>();
  expectTypeOf<RequestOutcome>().toEqualTypeOf<"pending" | "created" | "refused" | "fault" | "aborted">();
});

it("types the changes", () => {
  expectTypeOf(mock.subscribe).parameters.toEqualTypeOf<[listener: (change: MockChange) => void]>();
  expectTypeOf<Required<MockChange>>().toEqualTypeOf<{
    readonly added: readonly StoredPlant[];
    readonly removed: readonly StoredPlant[];
    readonly replaced: true;
  }>();
});

it("creates MSW handlers", () => {
  expectTypeOf(createHandlers(mock)).toEqualTypeOf<HttpHandler[]>();
  setupServer(...createHandlers(mock)).listen(offline);
});

it("starts a server", () => {
  expectTypeOf(startMockServer({ port: 4010, host: "::1", token: "a" }))
    .resolves.toHaveProperty("url")
    .toBeString();
  expectTypeOf(startMockServer()).resolves.toHaveProperty("mock").toEqualTypeOf<PlantStoreMock>();
  // @ts-expect-error a port is a number
  startMockServer({ port: "4010" });
});
