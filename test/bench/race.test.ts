import { expect, it } from "vitest";
import { type Contender, race } from "../../bench/race.ts";
import { median, quantile, rowsOf } from "../../bench/statistics.ts";

/** A contender whose rounds give these numbers, and what it was asked in which order. */
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
            throw new Error("It broke.");
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

it("lets the contenders run in turns, another one first in each round", async () => {
  const log: string[] = [];
  await race([contender("a", log, [1]), contender("b", log, [1])], ONCE);
  expect(log).toEqual(["a starts", "b starts", "a", "b", "b", "a", "a stops", "b stops"]);
});

it("starts them anew, and leaves out the rounds that warm up", async () => {
  const log: string[] = [];
  const courses = await race([contender("a", log, [9, 1, 8, 2])], { starts: 2, rounds: 1, warmups: 1 });
  expect(log.filter((entry) => entry === "a starts")).toHaveLength(2);
  expect(courses.a).toEqual({ samples: [{ us: 1 }, { us: 2 }] });
});

it("says why a contender fails, and goes on without it", async () => {
  const log: string[] = [];
  const courses = await race([contender("a", log, []), contender("b", log, [1])], { ...ONCE, starts: 2 });
  expect(courses.a).toEqual({ fails: "It broke." });
  expect(courses.b).toEqual({ samples: [{ us: 1 }, { us: 1 }, { us: 1 }, { us: 1 }] });
  expect(log.filter((entry) => entry.startsWith("a"))).toEqual(["a starts", "a", "a stops"]);
});

it("compares within each round: a slow moment of the machine that falls on both bends nothing", () => {
  const rows = rowsOf(
    {
      own: { samples: [{ us: 2 }, { us: 40 }, { us: 4 }] },
      limit: { samples: [{ us: 1 }, { us: 20 }, { us: 2 }] },
      broken: { fails: "It broke." },
    },
    "us",
    "limit",
  );
  expect(rows.own).toEqual({ us: 4, usLow: 3, usHigh: 22, ratio: 2, ratioLow: 2, ratioHigh: 2, bestRatio: 2 });
  expect(rows.broken).toEqual({ fails: "It broke." });
});

it("finds the quartiles between values", () => {
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([10, 20, 30], 0.25)).toBe(15);
  expect(() => median([])).toThrow(RangeError);
});
