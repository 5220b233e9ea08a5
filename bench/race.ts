import type { Row, Rows } from "./results.ts";

export type Sample = Readonly<Record<string, number>>;

export interface Contender {
  readonly id: string;
  readonly support?: Row;
  start(): Promise<Running>;
}

interface Running {
  check?(): Promise<Row>;
  round(): Promise<Sample>;
  stop(): Promise<void> | void;
}

interface Course {
  readonly samples: Sample[];
  fails?: string;
}
type Courses = Readonly<Record<string, Course>>;

export interface Effort {
  /** How often every contender restarts: memory layout and compiler decisions differ between processes. */
  readonly starts: number;
  readonly rounds: number;
  readonly warmups: number;
}

export async function compare(contenders: readonly Contender[], effort: Effort, compared: string, baseline: string) {
  const checks: Record<string, Row> = {};
  for (const { id, support, start } of contenders) {
    checks[id] = support?.fails ? support : { ...support, ...(await check(start)) };
  }
  const able = contenders.filter(({ id }) => checks[id]?.fails === undefined);
  const courses = await race(able, effort);
  return { courses, rows: merge(checks, toRows(courses, compared, baseline)) };
}

async function check(start: Contender["start"]): Promise<Row> {
  try {
    const running = await start();
    return (await running.check?.().finally(running.stop)) ?? {};
  } catch (error) {
    return { fails: (error as Error).message };
  }
}

/** Runs the contenders in turns, so that other load on the machine affects all of them. */
export async function race(contenders: readonly Contender[], { starts, rounds, warmups }: Effort): Promise<Courses> {
  const courses: Courses = Object.fromEntries(contenders.map(({ id }) => [id, { samples: [] }]));
  const attempt = async (course: Course | undefined, work: (course: Course) => Promise<void>) => {
    if (course && course.fails === undefined) {
      await work(course).catch((error: Error) => {
        course.fails = error.message;
      });
    }
  };
  for (let start = 0; start < starts; start++) {
    const running: [Course, Running][] = [];
    for (const { id, start } of contenders) {
      await attempt(courses[id], async (course) => void running.push([course, await start()]));
    }
    for (let round = -warmups; round < rounds; round++) {
      const first = (start + round + warmups) % Math.max(running.length, 1);
      for (const [course, each] of [...running.slice(first), ...running.slice(0, first)]) {
        await attempt(course, async () => {
          const sample = await each.round();
          course.samples.push(...(round < 0 ? [] : [sample]));
        });
      }
    }
    await Promise.all(running.map(([, each]) => each.stop()));
  }
  return courses;
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

const round = (value: number) => Number(value.toPrecision(4));
const pick = (samples: readonly Sample[], name: string) => samples.map((sample) => sample[name] ?? Number.NaN);

function summarize(course: Course, compared: string): Row {
  if (course.fails !== undefined) {
    return { fails: course.fails };
  }
  const at = (name: string, share: number) => round(quantile(pick(course.samples, name), share));
  const medians = Object.keys(course.samples[0] ?? {}).map((name) => [name, at(name, 0.5)]);
  const quartiles = { [`${compared}Low`]: at(compared, 0.25), [`${compared}High`]: at(compared, 0.75) };
  return { ...Object.fromEntries(medians), ...quartiles };
}

/** `ratio` is the median of all rounds. `bestRatio` compares the best rounds, which other load on the machine affects less. */
export function relate(course: Course | undefined, baseline: Course | undefined, compared: string, prefix = ""): Row {
  if (!course || !baseline || course.fails !== undefined || baseline.fails !== undefined) {
    return {};
  }
  const [own, others] = [pick(course.samples, compared), pick(baseline.samples, compared)];
  const best = compared === "perSecond" ? Math.max : Math.min;
  const ratios = own.map((value, index) => value / (others[index] ?? Number.NaN));
  return {
    [prefix ? `${prefix}Ratio` : "ratio"]: round(quantile(ratios, 0.5)),
    [prefix ? `${prefix}BestRatio` : "bestRatio"]: round(best(...own) / best(...others)),
  };
}

export function toRows(courses: Courses, compared: string, baseline: string): Rows {
  const row = (course: Course) => ({ ...summarize(course, compared), ...relate(course, courses[baseline], compared) });
  return Object.fromEntries(Object.entries(courses).map(([id, course]) => [id, row(course)]));
}

export const merge = (table: Rows, columns: Rows): Rows =>
  Object.fromEntries(Object.entries(table).map(([id, row]) => [id, { ...row, ...columns[id] }]));
