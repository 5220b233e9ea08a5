import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { type Copy, classesOf, classNames, createErrors } from "../support/error-classes.ts";

describe("instanceof works across the ES modules and the CommonJS build", async () => {
  const path = "../../dist/index.js";
  const modules: Copy = await import(path);
  const commonJs: Copy = createRequire(import.meta.url)("../../dist/index.cjs");

  it("which are two copies", () => {
    expect(commonJs.PlantStoreError).not.toBe(modules.PlantStoreError);
  });

  it.each(classNames)("for %s", (name) => {
    expect(classesOf(createErrors(modules)[name], commonJs)).toEqual(["PlantStoreError", name]);
    expect(classesOf(createErrors(commonJs)[name], modules)).toEqual(["PlantStoreError", name]);
  });
});
