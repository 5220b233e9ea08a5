import { expect, it } from "vitest";
import { optional, readOptions, readValidOptions } from "../../src/shared/options.ts";

interface Options {
  readonly name?: string | undefined;
  readonly size?: number | undefined;
}

const checks = {
  name: optional((value) => typeof value === "string", "must be text"),
  size: optional((value) => typeof value === "number", "must be a number"),
};

it("readOptions copies the own properties that are defined, so that later changes have no effect", () => {
  const given = { name: "Fern", size: undefined };
  const { options, issues } = readOptions<Options>(checks, given);
  given.name = "Moss";
  expect(Object.entries(options)).toEqual([["name", "Fern"]]);
  expect(Object.getPrototypeOf(options)).toBeNull();
  expect(issues).toEqual([]);
});

it("readOptions lists the problems of known and of unknown options", () => {
  const given = { nane: 1, size: "2" } as object;
  expect(readOptions<Options>(checks, given).issues).toEqual([
    { message: "size must be a number", path: ["size"] },
    { message: "unknown option nane, did you mean name?", path: ["nane"] },
  ]);
});

it.each([null, undefined, "text", [], () => {}])("readOptions expects an object, not %o", (given) => {
  expect(readOptions<Options>(checks, given as object).issues).toEqual([{ message: "expected an object" }]);
});

it("readValidOptions returns the options, or throws a TypeError with all problems", () => {
  expect({ ...readValidOptions<Options>(checks, { size: 1 }) }).toEqual({ size: 1 });
  expect(() => readValidOptions<Options>(checks, { name: 1, size: "2" } as object)).toThrow(
    new TypeError("Invalid options: name must be text; size must be a number"),
  );
});
