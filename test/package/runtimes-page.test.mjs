import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as sdk from "plant-store-sdk";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/runtimes.md", root), "utf8");

test("the page of runtimes shows the code that its consumer compiles and runs", () => {
  const [, path, code] = /<!-- (.+) -->\n```ts\n([\s\S]*?)```\n/.exec(page);
  assert.equal(code, readFileSync(new URL(path, root), "utf8"));
});

test("the page of runtimes names every error", () => {
  const names = Object.keys(sdk).filter((name) => name.endsWith("Error") && name !== "PlantStoreError");
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});
