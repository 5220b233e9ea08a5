import { expect, it } from "vitest";
import { grossRegressions, lastingRegressions } from "../../bench/gross-regressions.ts";
import type { Results } from "../../bench/results.ts";
import { allows } from "../../bench/runtimes.ts";
import { targetsOf } from "../../bench/targets.ts";

const run = { date: "2026-01-02", cpu: "a processor", cpus: 2, memoryGb: 4, os: "linux x64", nodes: {} };

const stub = (ratio: number, node: "node20" | "node24" = "node24"): Results => {
  const rows = { "plant-store-sdk": { ratio, bestRatio: ratio }, ky: { ratio: 1.3 }, axios: { ratio: 9 } };
  return { sections: { "client-stub": node === "node20" ? { run, node20: rows } : { run, node24: rows } } };
};

const server = (ratio: number): Results => ({
  sections: { "mock-server": { run, node24: { "plant-store": { ratio, bestRatio: ratio, readyBestRatio: 1 } } } },
});

const targetOf = (results: Results, title: string) => targetsOf(results).find((each) => each.title === title);

it("says whether a target is met", () => {
  const title = "a call on a stub, by the hand-written one, node24";
  expect(targetOf(stub(1.25), title)).toMatchObject({ value: 1.25, limit: "at most 1.25", isMet: true });
  expect(targetOf(stub(1.26), title)).toMatchObject({ value: 1.26, isMet: false });
  const requests = "requests a second with its log, by bare node:http, node24";
  expect(targetOf(server(0.5), requests)).toMatchObject({ limit: "at least 0.5", isMet: true });
  expect(targetOf(server(0.49), requests)).toMatchObject({ isMet: false });
});

it("compares the call with the quickest other client", () => {
  const title = "a call on a stub, by the quickest other client, node24";
  expect(targetOf(stub(1.3), title)).toMatchObject({ value: 1, isMet: true });
  expect(targetOf(stub(2.6), title)).toMatchObject({ value: 2, isMet: false });
});

it("takes no target for met that was not measured", () => {
  expect(targetsOf({ sections: {} }).filter(({ isMet, value }) => isMet || value !== undefined)).toEqual([]);
});

it("finds a ratio that is more than twice as bad as on record, in either direction", () => {
  expect(grossRegressions(stub(1.2), stub(2.4))).toEqual([]);
  expect(grossRegressions(stub(1.2), stub(2.5))).toEqual([
    { path: "client-stub.node24.plant-store-sdk.bestRatio", reason: "It is 2.5, on record is 1.2." },
  ]);
  expect(grossRegressions(server(0.5), server(0.25))).toEqual([]);
  expect(grossRegressions(server(0.5), server(0.2))).toHaveLength(1);
});

it("compares a Node that is not on record with the latest one that is", () => {
  expect(grossRegressions(stub(1), stub(3, "node20"))).toHaveLength(1);
});

it("takes what could not be measured for a regression", () => {
  const broken: Results = {
    sections: { "client-stub": { run, node24: { "plant-store-sdk": { fails: "It broke." } } } },
  };
  expect(grossRegressions(stub(1), broken)).toEqual([
    { path: "client-stub.node24.plant-store-sdk.bestRatio", reason: "It could not be measured." },
  ]);
});

it("takes a ratio that is no number for a regression", () => {
  expect(grossRegressions(stub(1), stub(Number.NaN))).toHaveLength(1);
  expect(grossRegressions(server(0.5), server(Number.NaN))).toHaveLength(1);
});

it("holds nothing to having been quicker than what does less", () => {
  expect(grossRegressions(stub(0.7), stub(2))).toEqual([]);
  expect(grossRegressions(stub(0.7), stub(2.1))).toHaveLength(1);
});

/** The regressions that last, and how many of these ratios were measured for that. */
async function lastingIn(...ratios: readonly [number, ...number[]]) {
  let count = 0;
  const found = await lastingRegressions(stub(1), async () => stub(ratios[count++] ?? 1));
  return { found, count };
}

it("measures a gross regression again, and holds only what is found each time", async () => {
  expect(await lastingIn(2)).toEqual({ found: [], count: 1 });
  expect(await lastingIn(3, 2)).toEqual({ found: [], count: 2 });
  expect(await lastingIn(3, 5, 2)).toEqual({ found: [], count: 3 });
  const { found, count } = await lastingIn(3, 5, 4);
  expect(count).toBe(3);
  expect(found).toEqual([{ path: "client-stub.node24.plant-store-sdk.bestRatio", reason: "It is 4, on record is 1." }]);
});

it.each([
  [">=22", "20.20.2", false],
  [">=22.20.0", "24.3.0", true],
  [">= 20", "20.20.2", true],
  [">=22.20.0", "22.9.0", false],
  ["*", "20.0.0", true],
])("reads that %s lets Node %s run: %s", (range, version, isAllowed) => {
  expect(allows(range, version)).toBe(isAllowed);
});
