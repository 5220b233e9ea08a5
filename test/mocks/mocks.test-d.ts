import type { NewPlant } from "plant-store-sdk";
import type * as mocks from "plant-store-sdk/mocks";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expectTypeOf, it } from "vitest";

const mock = createPlantStoreMock();

it("createPlantStoreMock accepts each documented form of its options", () => {
  expectTypeOf(createPlantStoreMock).parameters.toEqualTypeOf<[options?: mocks.PlantStoreMockOptions]>();
  createPlantStoreMock({ baseUrl: new URL("https://plants.example.com"), token: undefined });
  createPlantStoreMock({ token: ["a", "b"] as const, plants: [{ id: 1n, name: "Fern" }] as const });
});

it("createPlantStoreMock accepts no other options", () => {
  // @ts-expect-error misspelled
  createPlantStoreMock({ tokens: ["a"] });
  // @ts-expect-error "accept" or "reject"
  createPlantStoreMock({ duplicateIds: "replace" });
});

it("mock.fetch is a fetch function", () => {
  expectTypeOf(mock.fetch).toExtend<typeof globalThis.fetch>();
});

it("mock.plants returns NewPlants that can't be changed", () => {
  expectTypeOf(mock.plants.all()).toEqualTypeOf<readonly Readonly<NewPlant>[]>();
  expectTypeOf(mock.plants.get(1)).toEqualTypeOf<Readonly<NewPlant> | undefined>();
});

it("a condition has values or functions by field", () => {
  mock.plants.findMany((q) => q.where({ id: (id) => BigInt(id) > 2n ** 53n }).or((plant) => plant.id === 1));
  mock.plants.findMany((q) => q.where({ id: 1n, name: (name) => name.startsWith("F") }).or({ id: 1, tag: "indoor" }));
});

it("a condition has nothing else", () => {
  // @ts-expect-error an id isn't a text
  mock.plants.findMany((q) => q.where({ id: "1" }));
  // @ts-expect-error unknown field
  mock.plants.findMany((q) => q.where({ unknown: "green" }));
});

it("a fault has each documented form", () => {
  expectTypeOf<mocks.NamedFault>().toEqualTypeOf<"connection" | "unreachable" | "timeout" | "malformed" | "html">();
  mock.failNext("html", { delayMs: 5, creates: true }, { fault: "connection", creates: true }, () => new Response());
  mock.failNext(503, { error: 1 }, { status: 503 }, { fault: 503, delayMs: 5 });
  mock.failNext({ error: 1, message: "no", status: 503, headers: { "retry-after": "1" }, delayMs: 5, creates: true });
  mock.failWhen({ id: (id) => id > 13 }, async (request) => new Response(await request.text()));
});

it("a fault has no other form", () => {
  // @ts-expect-error error and status are missing
  mock.failNext({ message: "no" });
  // @ts-expect-error a function returns a Response
  mock.failNext(() => "no");
  // @ts-expect-error nothing goes wrong
  mock.failNext({ creates: true });
  // @ts-expect-error unknown option
  mock.failWhen({ id: 13 }, "html", { time: 2 });
});

it("mock.requests has records", () => {
  expectTypeOf(mock.requests).toEqualTypeOf<readonly mocks.RecordedRequest[]>();
  expectTypeOf<mocks.RequestOutcome>().toEqualTypeOf<"pending" | "created" | "refused" | "fault" | "aborted">();
});
