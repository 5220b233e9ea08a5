import { describe, expect, it } from "vitest";
import { allows } from "../bench/peers.ts";
import { type Contender, quantile, race, toRows } from "../bench/race.ts";
import type { Results } from "../bench/results.ts";
import { format, withFigures } from "../bench/tables.ts";
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
  const MARK = "<!-- bench:client-stub.node24.plant-store-sdk.ratio -->";

  it("are those on record, and the rest of the page stays", () => {
    const page = `At most 1.25: ${MARK}1.10<!-- / -->, or ${MARK}<!-- / -->.`;
    expect(withFigures(page, stub(1.2345))).toBe(`At most 1.25: ${MARK}1.23<!-- / -->, or ${MARK}1.23<!-- / -->.`);
  });

  it("fill tables", () => {
    const table = "<!-- bench-table:client-stub@node24 client | ratio = ratio -->\n<!-- /bench-table -->\n";
    expect(withFigures(table, stub(1.2345))).toContain("\n| **plant-store-sdk** 1.0.0 | 1.23 |\n");
  });

  it("must be on record", () => {
    const read = (name: string) => () => withFigures(`<!-- bench:${name} -->1<!-- / -->`, stub(1));
    expect(read("client-stub.node24.plant-store-sdk.version")).toThrow("bench/results.json has no client-stub.node24");
    expect(() => withFigures("<!-- bench-table:none -->\n<!-- /bench-table -->", stub(1))).toThrow("no section none");
  });

  it.each([
    ["ratio", 0.5249, "0.52"],
    ["us", 6.123, "6.1 µs"],
    ["perSecond", 25_432, "25,400"],
    ["bytes", 5_946, "5.9 kB"],
    ["restMb", 61, "61 MB"],
    ["lines", 1234, "1,234"],
  ])("show %s %f as %s", (name, value, text) => {
    expect(format(name, value)).toBe(text);
  });
});

describe("a race", () => {
  function contender(id: string, log: string[], numbers: readonly number[]): Contender {
    let round = 0;
    return {
      id,
      async start() {
        log.push(`${id} starts`);
        return {
          async round() {
            log.push(id);
            const us = numbers[round++ % numbers.length];
            if (us === undefined) {
              throw new Error("broken");
            }
            return { us };
          },
          stop() {
            log.push(`${id} stops`);
          },
        };
      },
    };
  }

  it("runs the contenders in turns, another one first in each round", async () => {
    const log: string[] = [];
    await race([contender("a", log, [1]), contender("b", log, [1])], { starts: 1, rounds: 2, warmups: 0 });
    expect(log).toEqual(["a starts", "b starts", "a", "b", "b", "a", "a stops", "b stops"]);
  });

  it("restarts the contenders, leaves out warm-up rounds, and goes on without one that fails", async () => {
    const log: string[] = [];
    const effort = { starts: 2, rounds: 1, warmups: 1 };
    const courses = await race([contender("a", log, [9, 1, 8, 2]), contender("b", log, [])], effort);
    expect(courses).toEqual({ a: { samples: [{ us: 1 }, { us: 2 }] }, b: { samples: [], fails: "broken" } });
  });

  it("compares within each round, so that a slow moment of the machine changes no ratio", () => {
    const own = { samples: [{ us: 2 }, { us: 40 }, { us: 4 }] };
    const rows = toRows({ own, baseline: { samples: [{ us: 1 }, { us: 20 }, { us: 2 }] } }, "us", "baseline");
    expect(rows.own).toEqual({ us: 4, usLow: 3, usHigh: 22, ratio: 2, bestRatio: 2 });
    expect(quantile([4, 1, 2, 3], 0.5)).toBe(2.5);
  });

  it("leaves out packages that need a newer Node", () => {
    expect(allows(">=22", "20.20.2")).toBe(false);
    expect(allows(">=22.20.0", "22.9.0")).toBe(false);
    expect(allows(">= 20", "20.20.2")).toBe(true);
    expect(allows("*", "20.0.0")).toBe(true);
  });
});

describe("the targets", () => {
  const findTarget = (results: Results, title: string) => listTargets(results).find((each) => each.title === title);

  it("say whether they are met", () => {
    const call = "a call on a stub, relative to the hand-written one, node20";
    expect(findTarget(stub(1.15, "node20"), call)).toMatchObject({ limit: "at most 1.15", isMet: true });
    expect(findTarget(stub(1.16, "node20"), call)).toMatchObject({ isMet: false });
    const requests = "requests per second with the log, relative to bare node:http, node24";
    expect(findTarget(server(0.5), requests)).toMatchObject({ limit: "at least 0.5", isMet: true });
    expect(findTarget(server(0.49), requests)).toMatchObject({ isMet: false });
    expect(listTargets({ sections: {} }).filter(({ isMet }) => isMet)).toEqual([]);
  });

  it("compare a call with that of the fastest other client", () => {
    const title = "a call on a stub, relative to the fastest other client, node24";
    expect(findTarget(stub(1.3), title)).toMatchObject({ value: 1, isMet: true });
    expect(findTarget(stub(2.6), title)).toMatchObject({ value: 2, isMet: false });
  });

  it("find what is more than twice as bad as on record, or could not be measured", () => {
    expect(regressions(stub(1.2), stub(2.4), "node24")).toEqual([]);
    expect(regressions(stub(1.2), stub(2.5), "node24")).toEqual([
      "client-stub.node24.plant-store-sdk.bestRatio is 2.5, 1.2 on record",
    ]);
    expect(regressions(server(0.5), server(0.25), "node24")).toEqual([]);
    expect(regressions(server(0.5), server(0.2), "node24")).toHaveLength(1);
    expect(regressions(stub(1), stub(Number.NaN), "node24")).toHaveLength(1);
    const broken: Results = { sections: { "client-stub": { run, node24: { ky: { fails: "broken" } } } } };
    expect(regressions(stub(1), broken, "node24")).toEqual(["ky: broken"]);
  });

  it("hold nothing to a record on another Node, or to having been faster than what does less", () => {
    expect(regressions(stub(1), stub(3, "node20"), "node20")).toHaveLength(1);
    expect(regressions(stub(0.7), stub(2), "node24")).toEqual([]);
  });
});
