import {
  type Clause,
  ConformanceError,
  type ConformanceOptions,
  type ConformanceProgress,
  type ConformanceReport,
  type ConformanceRow,
  type CreatedPlant,
  checkConformance,
  type Verdict,
} from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expectTypeOf, it } from "vitest";

const options = { baseUrl: "https://plants.test", token: "abc" };

describe("checkConformance", () => {
  it("takes a base URL and a token, and returns a report", () => {
    expectTypeOf(checkConformance).toBeCallableWith(options);
    expectTypeOf(checkConformance).toBeCallableWith({ ...options, baseUrl: new URL("https://plants.test") });
    expectTypeOf(checkConformance).returns.resolves.toEqualTypeOf<ConformanceReport>();
  });

  it("takes the global fetch and the mock's", () => {
    expectTypeOf(checkConformance).toBeCallableWith({ ...options, fetch: globalThis.fetch });
    expectTypeOf(checkConformance).toBeCallableWith({ ...options, fetch: createPlantStoreMock().fetch });
  });

  it("takes ids as numbers and bigints", () => {
    expectTypeOf<NonNullable<ConformanceOptions["newId"]>>().returns.toEqualTypeOf<number | bigint>();
  });

  it("requires a token", () => {
    // @ts-expect-error: token is required.
    checkConformance({ baseUrl: "https://plants.test" });
  });

  it("rejects unknown options", () => {
    // @ts-expect-error: the option is called timeoutMs.
    checkConformance({ ...options, timeout: 5 });
  });
});

describe("the report", () => {
  it("has a clause and one of three verdicts in each row", () => {
    expectTypeOf<ConformanceReport["rows"]>().toEqualTypeOf<readonly ConformanceRow[]>();
    expectTypeOf<ConformanceRow["verdict"]>().toEqualTypeOf<Verdict>();
    expectTypeOf<Verdict>().toEqualTypeOf<"conforms" | "violates" | "not stated">();
    expectTypeOf<"I13">().toExtend<Clause>();
    expectTypeOf<"I14">().not.toExtend<Clause>();
  });

  it("has ids as text, so that it is plain JSON", () => {
    expectTypeOf<ConformanceReport["created"]>().toEqualTypeOf<readonly CreatedPlant[]>();
    expectTypeOf<CreatedPlant["id"]>().toEqualTypeOf<string | null>();
  });

  it("is available in parts while it grows", () => {
    expectTypeOf<ConformanceProgress["rows"]>().toEqualTypeOf<ConformanceReport["rows"]>();
  });
});

it("has an error class of its own", () => {
  expectTypeOf(new ConformanceError("")).toExtend<Error>();
  expectTypeOf<ConformanceError["name"]>().toEqualTypeOf<"ConformanceError">();
});
