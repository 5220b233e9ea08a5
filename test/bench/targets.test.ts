import { expect, it } from "vitest";
import { allows } from "../../bench/peers.ts";
import type { Results } from "../../bench/results.ts";
import { listTargets, regressions } from "../../bench/targets.ts";

const run = { date: "2026-01-02", machine: "CPU", nodes: {} };

const stub = (ratio: number, node: "node20" | "node24" = "node24"): Results => {
  const rows = { "plant-store-sdk": { ratio, bestRatio: ratio }, ky: { ratio: 1.3 }, axios: { ratio: 9 } };
  return { sections: { "client-stub": node === "node20" ? { run, node20: rows } : { run, node24: rows } } };
};

const server = (ratio: number): Results => ({
  sections: { "mock-server": { run, node24: { "plant-store": { ratio, bestRatio: ratio, readyBestRatio: 1 } } } },
});

const findTarget = (results: Results, title: string) => listTargets(results).find((each) => each.title === title);

it("says whether a target is met", () => {
  const call = "a call on a stub, relative to the hand-written one, node24";
  expect(findTarget(stub(1.45), call)).toMatchObject({ value: 1.45, limit: "at most 1.45", isMet: true });
  expect(findTarget(stub(1.46), call)).toMatchObject({ isMet: false });
  const requests = "requests per second with the log, relative to bare node:http, node24";
  expect(findTarget(server(0.5), requests)).toMatchObject({ limit: "at least 0.5", isMet: true });
  expect(findTarget(server(0.49), requests)).toMatchObject({ isMet: false });
});

it("compares a call with the fastest other client's", () => {
  const title = "a call on a stub, relative to the fastest other client, node24";
  expect(findTarget(stub(1.3), title)).toMatchObject({ value: 1, isMet: true });
  expect(findTarget(stub(2.6), title)).toMatchObject({ value: 2, isMet: false });
});

it("counts no target as met that was not measured", () => {
  expect(listTargets({ sections: {} }).filter(({ isMet, value }) => isMet || !Number.isNaN(value))).toEqual([]);
});

it("finds ratios that are more than twice as bad as on record", () => {
  expect(regressions(stub(1.2), stub(2.4), "node24")).toEqual([]);
  expect(regressions(stub(1.2), stub(2.5), "node24")).toEqual([
    "client-stub.node24.plant-store-sdk.bestRatio is 2.5, 1.2 on record",
  ]);
  expect(regressions(server(0.5), server(0.25), "node24")).toEqual([]);
  expect(regressions(server(0.5), server(0.2), "node24")).toHaveLength(1);
});

it("compares a Node that is not on record with Node 24", () => {
  expect(regressions(stub(1), stub(3, "node20"), "node20")).toHaveLength(1);
});

it("counts what could not be measured as a regression", () => {
  const broken: Results = { sections: { "client-stub": { run, node24: { "plant-store-sdk": { fails: "broken" } } } } };
  expect(regressions(stub(1), broken, "node24")).toHaveLength(1);
  expect(regressions(stub(1), stub(Number.NaN), "node24")).toHaveLength(1);
});

it("holds nothing to having been faster than what does less", () => {
  expect(regressions(stub(0.7), stub(2), "node24")).toEqual([]);
  expect(regressions(stub(0.7), stub(2.1), "node24")).toHaveLength(1);
});

it.each([
  [">=22", "20.20.2", false],
  [">=22.20.0", "24.3.0", true],
  [">= 20", "20.20.2", true],
  [">=22.20.0", "22.9.0", false],
  ["*", "20.0.0", true],
])("reads that %s allows Node %s: %s", (range, version, isAllowed) => {
  expect(allows(range, version)).toBe(isAllowed);
});
