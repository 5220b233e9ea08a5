import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

function needsNode(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return (
    /from "(node:|msw\/node)/.test(text) ||
    Array.from(text.matchAll(/from "(\.[^"]*\/support\/[^"]+)"/g)).some(([, file = ""]) =>
      needsNode(join(dirname(path), file)),
    )
  );
}

it("keeps no test of the client or the mock from browsers by its name, .node.test.ts, that needs no Node", () => {
  const folders = ["client", "mocks"].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const named = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".node.test.ts"))
      .map((name) => join(folder, name)),
  );

  expect(named).not.toEqual([]);
  expect(named.filter((path) => !needsNode(path))).toEqual([]);
});
