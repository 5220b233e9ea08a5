import {
  type Clause,
  type ConformanceError,
  type ConformanceOptions,
  type ConformanceProgress,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  checkConformance,
} from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expectTypeOf, it } from "vitest";

const options = { baseUrl: "https://plants.test", token: "abc" };

it("takes a base URL and a token, and returns a report", () => {
  expectTypeOf(checkConformance).toBeCallableWith(options);
  expectTypeOf(checkConformance).toBeCallableWith({ ...options, baseUrl: new URL("https://plants.test") });
  expectTypeOf(checkConformance).returns.resolves.toEqualTypeOf<ConformanceReport>();
  // @ts-expect-error: token is required.
  checkConformance({ baseUrl: "https://plants.test" });
  // @ts-expect-error: the option is called timeoutMs.
  checkConformance({ ...options, timeout: 5 });
});

it("takes the global fetch and the mock's, and ids as numbers and bigints", () => {
  expectTypeOf(checkConformance).toBeCallableWith({ ...options, fetch: globalThis.fetch });
  expectTypeOf(checkConformance).toBeCallableWith({ ...options, fetch: createPlantStoreMock().fetch });
  expectTypeOf<NonNullable<ConformanceOptions["newId"]>>().returns.toEqualTypeOf<number | bigint>();
});

it("reports a clause and one of three verdicts in each row, and ids as text", () => {
  expectTypeOf<ConformanceReport["rows"]>().toEqualTypeOf<readonly ConformanceRow[]>();
  expectTypeOf<ConformanceProgress["rows"]>().toEqualTypeOf<readonly ConformanceRow[]>();
  expectTypeOf<ConformanceRow["verdict"]>().toEqualTypeOf<"conforms" | "violates" | "not stated">();
  expectTypeOf<"I13">().toExtend<Clause>();
  expectTypeOf<"I14">().not.toExtend<Clause>();
  expectTypeOf<CreatedPlant["id"]>().toEqualTypeOf<string | null>();
});

it("has an error class of its own", () => {
  expectTypeOf<ConformanceError["name"]>().toEqualTypeOf<"ConformanceError">();
});
