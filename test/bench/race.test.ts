import { expect, it } from "vitest";
import { type Contender, quantile, race, toRows } from "../../bench/race.ts";

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

const ONCE = { starts: 1, rounds: 2, warmups: 0 };

it("runs the contenders in turns, another one first in each round", async () => {
  const log: string[] = [];
  await race([contender("a", log, [1]), contender("b", log, [1])], ONCE);
  expect(log).toEqual(["a starts", "b starts", "a", "b", "b", "a", "a stops", "b stops"]);
});

it("restarts the contenders and leaves out warm-up rounds", async () => {
  const log: string[] = [];
  const courses = await race([contender("a", log, [9, 1, 8, 2])], { starts: 2, rounds: 1, warmups: 1 });
  expect(log.filter((entry) => entry === "a starts")).toHaveLength(2);
  expect(courses.a).toEqual({ samples: [{ us: 1 }, { us: 2 }] });
});

it("records why a contender fails and goes on without it", async () => {
  const log: string[] = [];
  const courses = await race([contender("a", log, []), contender("b", log, [1])], { ...ONCE, starts: 2 });
  expect(courses.a).toEqual({ samples: [], fails: "broken" });
  expect(courses.b).toEqual({ samples: [{ us: 1 }, { us: 1 }, { us: 1 }, { us: 1 }] });
  expect(log.filter((entry) => entry.startsWith("a"))).toEqual(["a starts", "a", "a stops"]);
});

it("compares within each round, so that a slow moment of the machine changes no ratio", () => {
  const rows = toRows(
    {
      own: { samples: [{ us: 2 }, { us: 40 }, { us: 4 }] },
      baseline: { samples: [{ us: 1 }, { us: 20 }, { us: 2 }] },
      broken: { samples: [], fails: "broken" },
    },
    "us",
    "baseline",
  );
  expect(rows.own).toEqual({ us: 4, usLow: 3, usHigh: 22, ratio: 2, bestRatio: 2 });
  expect(rows.broken).toEqual({ fails: "broken" });
});

it("interpolates quantiles", () => {
  expect(quantile([4, 1, 2, 3], 0.5)).toBe(2.5);
  expect(quantile([10, 20, 30], 0.25)).toBe(15);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});
