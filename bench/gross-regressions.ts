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

/** Whether anything of a section is held. */
export const isHeld = (section: string): boolean => HELD.some(([held]) => held === section);

/** What became more than twice as bad as it is on record. Times are never compared: they are the machine's. */
export function grossRegressions(recorded: Results, measured: Results): readonly string[] {
  return Object.entries(measured.sections).flatMap(([name, section]) =>
    HELD.filter(([held]) => held === name).flatMap(([, row, column, isMoreBetter]) =>
      Object.keys(section)
        .filter((key) => key.startsWith("node"))
        .flatMap((node) => {
          const value = figureAt(measured, `${name}.${node}.${row}.${column}`);
          const figure =
            figureAt(recorded, `${name}.${node}.${row}.${column}`) ??
            figureAt(recorded, `${name}.${LATEST}.${row}.${column}`);
          if (figure === undefined) {
            return [];
          }
          const path = `${name}.${node}.${row}.${column}`;
          if (value === undefined) {
            return [`${path} could not be measured.`];
          }
          const worse = isMoreBetter ? figure / value : value / figure;
          return worse > GROSS ? [`${path} is ${value}, on record is ${figure}.`] : [];
        }),
    ),
  );
}
