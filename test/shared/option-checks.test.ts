import { describe, expect, it } from "vitest";
import { optional, readValidOptions } from "../../src/shared/option-checks.ts";

interface Options {
  readonly name?: string | undefined;
  readonly size?: number | undefined;
}

const read = (options: unknown) =>
  readValidOptions<Options>(
    {
      name: optional((value) => typeof value === "string", "must be text"),
      size: optional((value) => typeof value === "number", "must be a number"),
    },
    options as Options,
  );

describe("readValidOptions", () => {
  it("returns the options that are defined", () => {
    expect(read({ name: "Fern", size: undefined })).toStrictEqual({ name: "Fern" });
  });

  it("returns a copy", () => {
    const options = { name: "Fern" };
    const copy = read(options);
    options.name = "Moss";
    expect(copy).toEqual({ name: "Fern" });
  });

  it("throws a TypeError with the problems of known and unknown options", () => {
    const message = "Invalid options: size must be a number; unknown option nane, did you mean name?";
    expect(() => read({ nane: 1, size: "2" })).toThrow(new TypeError(message));
  });

  it("ignores an unknown option that is undefined", () => {
    expect(read({ color: undefined })).toStrictEqual({});
  });

  it.each([null, undefined, "text", [], () => {}])("throws a TypeError for %o", (options) => {
    expect(() => read(options)).toThrow(new TypeError("Invalid options: expected an object"));
  });
});
