import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as sdk from "plant-store-sdk";

const page = readFileSync(new URL("../../docs/runtimes.md", import.meta.url), "utf8");

test("the page of runtimes names every error", () => {
  const names = Object.keys(sdk).filter((name) => name.endsWith("Error") && name !== "PlantStoreError");
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});
