import { describe, expect, it } from "vitest";
import { type Contender, race, toRows } from "../bench/race.ts";
import type { Results } from "../bench/results.ts";
import { withFigures } from "../bench/tables.ts";
import { listTargets, regressions } from "../bench/targets.ts";

const run = { date: "2026-01-02", machine: "CPU", nodes: { node24: "24.0.0" } };

const stub = (ratio: number, node: "node20" | "node24" = "node24"): Results => {
  const rows = { "plant-store-sdk": { ratio, bestRatio: ratio, version: "1.0.0" }, ky: { ratio: 1.3 } };
  return { sections: { "client-stub": node === "node20" ? { run, node20: rows } : { run, node24: rows } } };
};

const server = (ratio: number): Results => ({
  sections: { "mock-server": { run, node24: { "plant-store": { ratio, bestRatio: ratio } } } },
});

describe("the figures in the documents", () => {
  it("are those on record, in text and in tables", () => {
    const figure = (value: string) => `<!-- bench:client-stub.node24.plant-store-sdk.ratio -->${value}<!-- / -->`;
    expect(withFigures(`At most 1.25: ${figure("1.10")}.`, stub(1.2345))).toBe(`At most 1.25: ${figure("1.23")}.`);
    const table = "<!-- bench-table:client-stub@node24 client | ratio = ratio -->\n<!-- /bench-table -->\n";
    expect(withFigures(table, stub(1.2345))).toContain("\n| **plant-store-sdk** 1.0.0 | 1.23 |\n");
  });

  it("must be on record", () => {
    const page = "<!-- bench:client-stub.node24.plant-store-sdk.version -->1<!-- / -->";
    expect(() => withFigures(page, stub(1))).toThrow("bench/results.json has no client-stub.node24");
  });
});

describe("a race", () => {
  it("runs the contenders in turns, without warm-up rounds in the samples, and goes on when one fails", async () => {
    const log: string[] = [];
    const contender = (id: string, numbers: readonly number[]): Contender => ({
      id,
      async start() {
        let next = 0;
        const round = async () => {
          log.push(id);
          const us = numbers[next++];
          return us === undefined ? Promise.reject(new Error("broken")) : { us };
        };
        return { round, stop: () => void log.push(`${id} stops`) };
      },
    });
    const courses = await race([contender("a", [9, 1, 2]), contender("b", [5])], { starts: 1, rounds: 2, warmups: 1 });
    expect(courses).toEqual({ a: { samples: [{ us: 1 }, { us: 2 }] }, b: { samples: [], fails: "broken" } });
    expect(log.slice(0, 4)).toEqual(["a", "b", "b", "a"]);
  });

  it("compares within each round, so that a slow moment of the machine changes no ratio", () => {
    const own = { samples: [{ us: 2 }, { us: 40 }, { us: 4 }] };
    const rows = toRows({ own, baseline: { samples: [{ us: 1 }, { us: 20 }, { us: 2 }] } }, "us", "baseline");
    expect(rows.own).toEqual({ us: 4, usLow: 3, usHigh: 22, ratio: 2, bestRatio: 2 });
  });
});

describe("the targets", () => {
  it("say whether they are met, also relative to the fastest other client", () => {
    const isMet = (results: Results, title: string) => listTargets(results).find((each) => each.title === title)?.isMet;
    const call = "a call on a stub, relative to the hand-written one, node20";
    expect([isMet(stub(1.3, "node20"), call), isMet(stub(1.31, "node20"), call)]).toEqual([true, false]);
    const served = "requests per second with the log, relative to bare node:http, node24";
    expect([isMet(server(0.45), served), isMet(server(0.44), served)]).toEqual([true, false]);
    const fastest = "a call on a stub, relative to the fastest other client, node24";
    expect([isMet(stub(1.3), fastest), isMet(stub(2.6), fastest)]).toEqual([true, false]);
  });

  it("find what is more than twice as bad as on record, or could not be measured", () => {
    const worse = "client-stub.node24.plant-store-sdk.bestRatio is 2.5, 1.2 on record";
    expect(regressions(stub(1.2), stub(2.4), "node24")).toEqual([]);
    expect(regressions(stub(1.2), stub(2.5), "node24")).toEqual([worse]);
    expect(regressions(server(0.5), server(0.2), "node24")).toHaveLength(1);
    expect(regressions(stub(1), stub(Number.NaN), "node24")).toHaveLength(1);
    const broken: Results = { sections: { "client-stub": { run, node24: { ky: { fails: "broken" } } } } };
    expect(regressions(stub(1), broken, "node24")).toEqual(["ky: broken"]);
    // Having been faster than what does less was luck.
    expect(regressions(stub(0.7), stub(2), "node24")).toEqual([]);
  });
});
