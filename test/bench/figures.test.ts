import { expect, it } from "vitest";
import { formatFigure, withFigures } from "../../bench/figures.ts";
import type { Results } from "../../bench/results.ts";

const results: Results = {
  sections: {
    "client-stub": {
      run: {
        date: "2026-01-02",
        cpu: "a processor",
        cpus: 2,
        memoryGb: 4,
        os: "linux x64",
        nodes: { node24: "24.0.0" },
      },
      node24: { "plant-store-sdk": { us: 6.123, ratio: 1.2345, version: "1.0.0" } },
    },
  },
};

const MARK = "<!-- bench:client-stub.node24.plant-store-sdk.ratio -->";

it("keeps a figure that the results have", () => {
  const text = `A call takes ${MARK}1.23<!-- / --> times as long.`;
  expect(withFigures(text, results)).toBe(text);
});

it("corrects a figure that the results have otherwise, and nothing else", () => {
  const text = `At most 1.25: ${MARK}1.10<!-- / -->, or ${MARK}<!-- / -->.`;
  expect(withFigures(text, results)).toBe(`At most 1.25: ${MARK}1.23<!-- / -->, or ${MARK}1.23<!-- / -->.`);
});

it.each(["client-stub.node24.plant-store-sdk.ratios", "client-stub.node20.plant-store-sdk.ratio", "nothing"])(
  "refuses the figure %s, which the results don't have",
  (path) => {
    expect(() => withFigures(`<!-- bench:${path} -->1<!-- / -->`, results)).toThrow(`The results have no ${path}.`);
  },
);

it("refuses a text in a figure's place", () => {
  expect(() => withFigures("<!-- bench:client-stub.node24.plant-store-sdk.version -->1<!-- / -->", results)).toThrow(
    "The results have no",
  );
});

it.each([`${MARK}1.23`, `${MARK}1.23\n<!-- / -->`, `${MARK}1.23<!-- /bench -->`])(
  "refuses a mark without an end: %j",
  (text) => {
    expect(() => withFigures(text, results)).toThrow("is not closed");
  },
);

it.each([
  ["ratio", 0.5249, "0.52"],
  ["staticRatio", 31.4, "31"],
  ["us", 6.123, "6.1 µs"],
  ["usHigh", 1234.5, "1,235 µs"],
  ["lookupUs", 0.1234, "0.12 µs"],
  ["readyMs", 48.21, "48 ms"],
  ["perSecond", 25_432, "25,400"],
  ["perSecond", 2_345, "2,300"],
  ["bytes", 5_946, "5.9 kB"],
  ["restMb", 61, "61 MB"],
  ["bytesAPlant", 349.6, "350"],
  ["afterRequests", 100_000, "100,000"],
])("writes %s %f as %s", (name, value, text) => {
  expect(formatFigure(name, value)).toBe(text);
});
