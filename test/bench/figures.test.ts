import { expect, it } from "vitest";
import type { Results } from "../../bench/results.ts";
import { format, withFigures } from "../../bench/tables.ts";

const run = { date: "2026-01-02", machine: "CPU", nodes: { node24: "24.0.0" } };
const results: Results = {
  sections: {
    "client-stub": { run, node24: { "plant-store-sdk": { us: 6.123, ratio: 1.2345, version: "1.0.0" } } },
  },
};
const MARK = "<!-- bench:client-stub.node24.plant-store-sdk.ratio -->";

it("replaces marked figures and nothing else", () => {
  const page = `At most 1.25: ${MARK}1.10<!-- / -->, or ${MARK}<!-- / -->.`;
  expect(withFigures(page, results)).toBe(`At most 1.25: ${MARK}1.23<!-- / -->, or ${MARK}1.23<!-- / -->.`);
});

it("fills tables", () => {
  const page = withFigures(
    "<!-- bench-table:client-stub@node24 client | a call = us | ratio = ratio -->\n<!-- /bench-table -->\n",
    results,
  );
  expect(page).toContain(
    "| client, Node 24.0.0 | a call | ratio |\n|---|---|---|\n| **plant-store-sdk** 1.0.0 | 6.1 µs | 1.23 |\n<!-- /bench",
  );
});

it.each(["client-stub.node24.plant-store-sdk.ratios", "client-stub.node24.plant-store-sdk.version", "nothing"])(
  "throws when the results have no figure %s",
  (path) => {
    expect(() => withFigures(`<!-- bench:${path} -->1<!-- / -->`, results)).toThrow(
      `bench/results.json has no ${path}.`,
    );
  },
);

it("throws when there is no such table", () => {
  expect(() => withFigures("<!-- bench-table:none -->\n<!-- /bench-table -->", results)).toThrow("no section none");
});

it.each([
  ["ratio", 0.5249, "0.52"],
  ["staticRatio", 31.4, "31"],
  ["us", 6.123, "6.1 µs"],
  ["usHigh", 1234.5, "1,235 µs"],
  ["readyMs", 48.21, "48 ms"],
  ["perSecond", 25_432, "25,400"],
  ["perSecond", 2_345, "2,300"],
  ["bytes", 5_946, "5.9 kB"],
  ["restMb", 61, "61 MB"],
  ["lines", 1234, "1,234"],
])("formats %s %f as %s", (name, value, shown) => {
  expect(format(name, value)).toBe(shown);
});
