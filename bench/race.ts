import type { Row, Rows } from "./results.ts";

/** What one round of a contender measured. */
export type Sample = Readonly<Record<string, number>>;

export interface Running {
  round(): Promise<Sample>;
  stop(): Promise<void> | void;
}

export interface Contender {
  readonly id: string;
  start(): Promise<Running>;
}

/** The samples of every round, or why a contender couldn't run. */
export type Course = { readonly samples: readonly Sample[] } | { readonly fails: string };

export interface Effort {
  /** How often every contender starts anew. Memory layout and compiler decisions differ between processes. */
  readonly starts: number;
  readonly rounds: number;
  /** Rounds after each start that don't count. */
  readonly warmups: number;
}

/** Runs the contenders in turns, so that other load on the machine affects all of them. */
export async function race(
  contenders: readonly Contender[],
  { starts, rounds, warmups }: Effort,
): Promise<Readonly<Record<string, Course>>> {
  const courses: Record<string, { samples: Sample[]; fails?: string }> = {};
  for (const { id } of contenders) {
    courses[id] = { samples: [] };
  }
  const attempt = async (id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      (courses[id] as { fails?: string }).fails = (error as Error).message;
    }
  };
  for (let start = 0; start < starts; start++) {
    const running = new Map<string, Running>();
    for (const { id, start } of contenders.filter(({ id }) => courses[id]?.fails === undefined)) {
      await attempt(id, async () => void running.set(id, await start()));
    }
    for (let round = -warmups; round < rounds; round++) {
      // Each round begins with another contender, so that none always follows the same one.
      const first = (start + round + warmups) % Math.max(running.size, 1);
      for (const [id, each] of [...[...running].slice(first), ...[...running].slice(0, first)]) {
        await attempt(id, async () => {
          const sample = await each.round();
          if (round >= 0) {
            courses[id]?.samples.push(sample);
          }
        });
        if (courses[id]?.fails !== undefined) {
          running.delete(id);
          await each.stop();
        }
      }
    }
    await Promise.all([...running.values()].map((each) => each.stop()));
  }
  return Object.fromEntries(
    Object.entries(courses).map(([id, { samples, fails }]) => [id, fails === undefined ? { samples } : { fails }]),
  );
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) {
    throw new RangeError("quantile needs at least one value.");
  }
  return below + (above - below) * (position % 1);
}

const rounded = (value: number) => Number(value.toPrecision(4));
const valuesOf = (samples: readonly Sample[], name: string) => samples.map((sample) => sample[name] ?? Number.NaN);

/** The median of everything a contender measured, and the quartiles of what is compared. */
export function rowOf(course: Course, compared: string): Row {
  if ("fails" in course) {
    return { fails: course.fails };
  }
  const at = (name: string, share: number) => rounded(quantile(valuesOf(course.samples, name), share));
  return {
    ...Object.fromEntries(Object.keys(course.samples[0] ?? {}).map((name) => [name, at(name, 0.5)])),
    [`${compared}Low`]: at(compared, 0.25),
    [`${compared}High`]: at(compared, 0.75),
  };
}

/**
 * The ratio of one contender to another. `ratio` is the median over the rounds, in which both ran on the same machine.
 * `bestRatio` compares their best rounds: less telling, but stable on a busy machine, because other load only slows down.
 * Both names begin with `of`, if given.
 */
export function ratioOf(course: Course | undefined, baseline: Course | undefined, compared: string, of = ""): Row {
  if (!course || !baseline || "fails" in course || "fails" in baseline) {
    return {};
  }
  const [own, others] = [valuesOf(course.samples, compared), valuesOf(baseline.samples, compared)];
  const best = compared === "perSecond" ? Math.max : Math.min;
  const ratios = own.map((value, round) => value / (others[round] ?? Number.NaN));
  return {
    [of ? `${of}Ratio` : "ratio"]: rounded(quantile(ratios, 0.5)),
    [of ? `${of}BestRatio` : "bestRatio"]: rounded(best(...own) / best(...others)),
  };
}

/** The row of every contender, each with its ratio to the baseline. */
export function rowsOf(courses: Readonly<Record<string, Course>>, compared: string, baseline: string): Rows {
  return Object.fromEntries(
    Object.entries(courses).map(([id, course]) => [
      id,
      { ...rowOf(course, compared), ...ratioOf(course, courses[baseline], compared) },
    ]),
  );
}

/** Combines the columns of several tables by row. */
export function merge(...tables: readonly Rows[]): Rows {
  const ids = [...new Set(tables.flatMap((table) => Object.keys(table)))];
  const rows = ids.map((id): [string, Row] => [id, Object.assign({}, ...tables.map((table) => table[id]))]);
  return Object.fromEntries(rows.filter(([, row]) => Object.keys(row).length > 0));
}
