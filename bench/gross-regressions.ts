import { figureAt, type Results } from "./results.ts";

/** The ratios that are held, those of the best rounds, and whether more of them is better. */
const HELD = [
  ["client-stub", "plant-store-sdk", "bestRatio"],
  ["client-loopback", "plant-store-sdk", "bestRatio"],
  ["mock-in-process", "mock-fetch", "bestRatio"],
  ["mock-in-process", "msw-2-handlers", "staticBestRatio"],
  ["mock-server", "plant-store", "bestRatio", "more is better"],
  ["mock-server", "plant-store", "readyBestRatio"],
  ["growth", "100000", "createBestRatio"],
  ["client-start", "plant-store-sdk", "bestRatio"],
] as const;

/** A busy machine bends the ratio of the best rounds too, but not to the double. */
const GROSS = 2;
/** What stands in for a Node that has no figures of its own. */
const LATEST = "node24";
/** How often a section is measured before what is found there counts: noise comes and goes, a regression stays. */
const ATTEMPTS = 3;

export interface Regression {
  /** Such as "client-stub.node24.plant-store-sdk.bestRatio". */
  readonly path: string;
  readonly reason: string;
}

/** Whether anything of a section is held. */
export const isHeld = (section: string): boolean => HELD.some(([held]) => held === section);

/** What became more than twice as bad as it is on record. Times are never compared: they are the machine's. */
export function grossRegressions(recorded: Results, measured: Results): readonly Regression[] {
  return Object.entries(measured.sections).flatMap(([name, section]) =>
    HELD.filter(([held]) => held === name).flatMap(([, row, column, isMoreBetter]) =>
      Object.keys(section)
        .filter((key) => key.startsWith("node"))
        .flatMap((node) => {
          const path = `${name}.${node}.${row}.${column}`;
          const value = figureAt(measured, path);
          const figure = figureAt(recorded, path) ?? figureAt(recorded, `${name}.${LATEST}.${row}.${column}`);
          if (figure === undefined) {
            return [];
          }
          if (value === undefined) {
            return [{ path, reason: "It could not be measured." }];
          }
          // Each is compared with what does less: less than its time is the luck of a run, and nothing to hold another to.
          const worse = isMoreBetter ? figure / value : value / Math.max(figure, 1);
          // So that no NaN passes, it is asked what is good.
          return worse <= GROSS ? [] : [{ path, reason: `It is ${value}, on record is ${figure}.` }];
        }),
    ),
  );
}

/** The gross regressions that each of several measurements finds. Where one finds none, that is all. */
export async function lastingRegressions(
  recorded: Results,
  measure: () => Promise<Results>,
): Promise<readonly Regression[]> {
  let lasting = grossRegressions(recorded, await measure());
  for (let attempt = 1; attempt < ATTEMPTS && lasting.length > 0; attempt++) {
    const paths = new Set(lasting.map(({ path }) => path));
    lasting = grossRegressions(recorded, await measure()).filter(({ path }) => paths.has(path));
  }
  return lasting;
}
