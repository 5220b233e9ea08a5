import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import type { NewPlant, Plant } from "plant-store-sdk";
import type * as mocks from "plant-store-sdk/mocks";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { expectTypeOf, it } from "vitest";

const mock = createPlantStoreMock();

it("accepts its options only", () => {
  expectTypeOf(createPlantStoreMock).parameters.toEqualTypeOf<[options?: mocks.PlantStoreMockOptions]>();
  createPlantStoreMock({ baseUrl: new URL("https://plants.example.com"), token: undefined, storage: sessionStorage });
  createPlantStoreMock({ token: ["a", "b"] as const, plants: [{ id: 1n, name: "Fern" }] as const });
  // @ts-expect-error misspelled
  createPlantStoreMock({ tokens: ["a"] });
  // @ts-expect-error "accept" or "reject"
  createPlantStoreMock({ duplicateIds: "replace" });
});

it("is a fetch function, MSW handlers and a server", () => {
  expectTypeOf(mock.fetch).toExtend<typeof globalThis.fetch>();
  expectTypeOf(createHandlers(mock)).toEqualTypeOf<HttpHandler[]>();
  setupServer(...createHandlers(mock)).listen(offline);
  expectTypeOf(startMockServer()).resolves.toHaveProperty("mock").toEqualTypeOf<mocks.PlantStoreMock>();
  // @ts-expect-error a port is a number
  startMockServer({ port: "4010" });
});

it("stores the fields of a NewPlant, with the id as a bigint, read-only", () => {
  expectTypeOf<keyof mocks.StoredPlant>().toEqualTypeOf<keyof NewPlant>();
  expectTypeOf<mocks.StoredPlant["id"]>().toEqualTypeOf<bigint>();
  expectTypeOf<Omit<mocks.StoredPlant, "id">>().toEqualTypeOf<Readonly<Plant>>();
  expectTypeOf(mock.plants.all()).toEqualTypeOf<readonly mocks.StoredPlant[]>();
  expectTypeOf(mock.plants.get(1)).toEqualTypeOf<mocks.StoredPlant | undefined>();
});

it("types the conditions of a query", () => {
  mock.plants.findMany((q) => q.where({ id: 1n, name: (name) => name.startsWith("F") }).or({ id: 1, tag: "indoor" }));
  // @ts-expect-error an id isn't a text
  mock.plants.findMany((q) => q.where({ id: "1" }));
  // @ts-expect-error unknown field
  mock.plants.findMany((q) => q.where({ color: "green" }));
});

it("types the faults", () => {
  expectTypeOf<mocks.NamedFault>().toEqualTypeOf<"connection" | "unreachable" | "timeout" | "malformed" | "html">();
  mock.failNext("html", { delayMs: 5, creates: true }, { fault: "connection", creates: true }, () => new Response());
  mock.failNext({ error: 1, message: "no", status: 503, headers: { "retry-after": "1" }, delayMs: 5, creates: true });
  mock.failWhen({ id: (id) => id > 13n }, async (request) => new Response(await request.text()));
  // @ts-expect-error message is missing
  mock.failNext({ error: 1 });
  // @ts-expect-error a function returns a Response
  mock.failNext(() => "no");
  // @ts-expect-error nothing goes wrong
  mock.failNext({ creates: true });
  // @ts-expect-error unknown option
  mock.failWhen({ id: 13n }, "html", { time: 2 });
});

it("types the records and the changes", () => {
  expectTypeOf(mock.requests).toEqualTypeOf<readonly mocks.RecordedRequest[]>();
  expectTypeOf<mocks.RequestOutcome>().toEqualTypeOf<"pending" | "created" | "refused" | "fault" | "aborted">();
  expectTypeOf(mock.subscribe).parameters.toEqualTypeOf<[listener: (change: mocks.MockChange) => void]>();
  expectTypeOf<keyof mocks.MockChange>().toEqualTypeOf<"added" | "removed" | "replaced">();
});
