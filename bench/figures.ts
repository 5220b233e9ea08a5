import { figureAt, type Results } from "./results.ts";

/** What stands between two such comments is measured: `<!-- bench:client-stub.node24.plant-store-sdk.ratio -->1.17<!-- / -->`. */
const FIGURE = /(<!-- bench:([\w.-]+) -->)(.*?)(<!-- \/ -->)/g;
const OPENING = /<!-- bench:/g;

/**
 * The text with every marked figure as the results have it.
 *
 * @throws {Error} when a figure is not in the results, or when a mark has no end on its line.
 */
export function withFigures(text: string, results: Results): string {
  let count = 0;
  const refreshed = text.replace(FIGURE, (_, start: string, path: string, _figure: string, end: string) => {
    const value = figureAt(results, path);
    if (value === undefined) {
      throw new Error(`The results have no ${path}.`);
    }
    count += 1;
    return start + formatFigure(path.slice(path.lastIndexOf(".") + 1), value) + end;
  });
  if (count !== [...text.matchAll(OPENING)].length) {
    throw new Error('A figure\'s mark is not closed by "<!-- / -->" on its line.');
  }
  return refreshed;
}

/** A figure as text with its unit, which its name tells. More digits than stand here another run would not give. */
export function formatFigure(name: string, value: number): string {
  if (/ratio/i.test(name)) {
    return value < 10 ? value.toFixed(2) : value.toFixed(0);
  }
  if (name === "perSecond") {
    return grouped(Number(value.toPrecision(value < 10_000 ? 2 : 3)));
  }
  if (name === "bytes") {
    return `${(value / 1_000).toFixed(1)} kB`;
  }
  if (/us(low|high)?$/i.test(name)) {
    return `${short(value)} µs`;
  }
  if (name.endsWith("Ms")) {
    return `${short(value)} ms`;
  }
  return name.endsWith("Mb") ? `${grouped(value)} MB` : grouped(value);
}

/** Two digits, or all before the point. */
function short(value: number): string {
  return value < 100 ? String(Number(value.toPrecision(2))) : grouped(value);
}

const grouped = (value: number): string => Math.round(value).toLocaleString("en");
