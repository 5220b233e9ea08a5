import type { Course, Sample } from "./race.ts";

/** A contender's row in the results: medians, with the quartiles of what is compared. */
export type Row = Readonly<Record<string, number | string | boolean>>;

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) {
    throw new RangeError("There is no value.");
  }
  return below + (above - below) * (position % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Three digits are more than any of it is worth, but a table that is sorted needs them. */
const rounded = (value: number): number => Number(value.toPrecision(4));

/** The median of all that a contender measured, and the quartiles of the one that is compared. */
export function rowOf(course: Course, compared: string): Row {
  if ("fails" in course) {
    return { fails: course.fails };
  }
  const names = Object.keys(course.samples[0] ?? {});
  const valuesOf = (name: string) => course.samples.map((sample) => sample[name] ?? Number.NaN);
  return {
    ...Object.fromEntries(names.map((name) => [name, rounded(median(valuesOf(name)))])),
    [`${compared}Low`]: rounded(quantile(valuesOf(compared), 0.25)),
    [`${compared}High`]: rounded(quantile(valuesOf(compared), 0.75)),
  };
}

/**
 * The ratio of a contender to another: the median of the ratios of each round, in which both met the same machine. The
 * ratio of their best rounds says less, but holds on a busy machine: what else that does only ever adds.
 */
export function ratioOf(course: Course | undefined, limit: Course | undefined, compared: string): Row {
  if (!course || !limit || "fails" in course || "fails" in limit) {
    return {};
  }
  const ratios = course.samples.map((sample, round) => value(sample, compared) / value(limit.samples[round], compared));
  const bestOf = compared === "perSecond" ? Math.max : Math.min;
  const best = ({ samples }: { readonly samples: readonly Sample[] }) =>
    bestOf(...samples.map((sample) => value(sample, compared)));
  return {
    ratio: rounded(median(ratios)),
    ratioLow: rounded(quantile(ratios, 0.25)),
    ratioHigh: rounded(quantile(ratios, 0.75)),
    bestRatio: rounded(best(course) / best(limit)),
  };
}

function value(sample: Sample | undefined, name: string): number {
  return sample?.[name] ?? Number.NaN;
}

/** The rows of a race, each with its ratio to the limit. */
export function rowsOf(
  courses: Readonly<Record<string, Course>>,
  compared: string,
  limit: string,
): Readonly<Record<string, Row>> {
  return Object.fromEntries(
    Object.entries(courses).map(([id, course]) => [
      id,
      {
        ...rowOf(course, compared),
        ...ratioOf(course, courses[limit], compared),
      },
    ]),
  );
}
