import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { chartsOf } from "./chart.ts";
import { withFigures } from "./figures.ts";
import type { Results } from "./results.ts";
import { withTables } from "./tables.ts";

const project = new URL("../", import.meta.url);

/** A file that shows figures: as it is, and as the results have it. */
export interface Document {
  readonly path: string;
  readonly text: string;
  readonly fresh: string;
}

/** README.md, the pages of docs/, and the charts. */
export function documentsOf(results: Results): readonly Document[] {
  const pages = readdirSync(new URL("docs/", project)).filter((name) => name.endsWith(".md"));
  return [
    ...["README.md", ...pages.map((name) => `docs/${name}`)].map((path) => {
      const text = readFileSync(new URL(path, project), "utf8");
      return { path, text, fresh: freshPage(path, text, results) };
    }),
    ...Object.entries(chartsOf(results)).map(([path, fresh]) => {
      const file = new URL(path, project);
      return { path, text: existsSync(file) ? readFileSync(file, "utf8") : "", fresh };
    }),
  ];
}

/** Writes every document that is not as the results have it, and gives their paths. */
export function writeDocuments(results: Results): readonly string[] {
  mkdirSync(new URL("docs/images/", project), { recursive: true });
  const stale = documentsOf(results).filter(({ text, fresh }) => text !== fresh);
  for (const { path, fresh } of stale) {
    writeFileSync(new URL(path, project), fresh);
  }
  return stale.map(({ path }) => path);
}

function freshPage(path: string, text: string, results: Results): string {
  try {
    return withTables(withFigures(text, results), results);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
