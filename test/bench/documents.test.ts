import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { chartsOf } from "../../bench/chart.ts";
import { documentsOf } from "../../bench/documents.ts";
import { readResults } from "../../bench/results.ts";
import { SECTIONS } from "../../bench/sections.ts";
import { withTables } from "../../bench/tables.ts";

const results = readResults();
const page = await readFile(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");

/** The results, with every figure of a section half as large again. */
function withOtherFigures(name: string) {
  const text = JSON.stringify(results.sections[name], (_, value) => (typeof value === "number" ? value * 1.5 : value));
  return { sections: { ...results.sections, [name]: JSON.parse(text) } };
}

it("shows the figures of the results in every document and chart", () => {
  expect(documentsOf(results).filter(({ text, fresh }) => text !== fresh)).toEqual([]);
});

it("knows which documents other results make stale", () => {
  const stale = documentsOf(withOtherFigures("client-stub")).filter(({ text, fresh }) => text !== fresh);
  expect(stale.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["docs/benchmarks.md", "docs/images/bench-clients.svg"]),
  );
});

it("has results of every section, and a table of each on the page", () => {
  const names = SECTIONS.map(({ name }) => name);
  expect(Object.keys(results.sections)).toEqual(expect.arrayContaining(names));
  expect(names.filter((name) => !page.includes(`<!-- bench-table:${name} -->`))).toEqual([]);
});

it("refuses a table that there is not", () => {
  expect(() => withTables("<!-- bench-table:nothing -->\n<!-- /bench-table -->", results)).toThrow("no table nothing");
});

it("shows every chart on the page", () => {
  const images = [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => `docs/${path}`);
  expect(images).toEqual(expect.arrayContaining(Object.keys(chartsOf(results))));
});

it("draws charts that follow a dark page, with nothing from elsewhere", () => {
  for (const svg of Object.values(chartsOf(results))) {
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).toContain("plant-store");
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|<script|NaN|undefined|Infinity/);
  }
});
