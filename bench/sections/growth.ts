import { startChild } from "../child.ts";
import { race, type Sample } from "../race.ts";
import { type Row, ratioOf, rowOf } from "../statistics.ts";
import type { SectionOf } from "./section.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SHORT_SIZES = [1_000, 100_000];

/** What a create and a lookup cost in a mock of so many plants. */
export const growth: SectionOf = {
  name: "growth",
  async measure(runtime, isShort) {
    const sizes = isShort ? SHORT_SIZES : SIZES;
    const contenders = sizes.map((size) => ({
      id: String(size),
      async start() {
        const child = await startChild<object, Sample>(runtime, "growth.mjs", [String(size)], ["--expose-gc"]);
        return { round: () => child.ask({}), stop: child.stop };
      },
    }));
    const courses = await race(
      contenders,
      isShort ? { starts: 1, rounds: 9, warmups: 5 } : { starts: 2, rounds: 21, warmups: 5 },
    );
    const smallest = courses[String(sizes[0])];
    return Object.fromEntries(
      Object.entries(courses).map(([size, course]): [string, Row] => {
        const ratios = ["create", "add", "lookup", "latestLookup", "mapLookup", "arrayLookup"].map((name) => {
          const { ratio, bestRatio } = ratioOf(course, smallest, `${name}Us`);
          return ratio === undefined || bestRatio === undefined
            ? {}
            : { [`${name}Ratio`]: ratio, [`${name}BestRatio`]: bestRatio };
        });
        return [size, Object.assign(rowOf(course, "createUs"), ...ratios)];
      }),
    );
  },
};
