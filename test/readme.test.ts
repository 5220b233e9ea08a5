import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const SNIPPET = /<!-- (\S+\.\w+) -->\n```\w+\n([\s\S]*?)```\n/g;

const readProjectFile = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8");

const snippets = [...(await readProjectFile("README.md")).matchAll(SNIPPET)];

it("has snippets that are copied from files which the tests run", () => {
  expect(snippets.map(([, path]) => path)).toContain("examples/first-plant.ts");
});

it.each(snippets.map(([, path = "", code]) => ({ path, code })))("shows $path as it is", async ({ path, code }) => {
  expect(code).toBe(await readProjectFile(path));
});
