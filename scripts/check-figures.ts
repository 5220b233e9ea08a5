/**
 * Holds every figure that README.md and docs/ mark as measured, and the charts, against bench/results.json.
 *
 *   npm run check:figures              fails where one is not what the results have
 *   npm run check:figures -- --write   writes them as the results have them
 */
import { documentsOf, writeDocuments } from "../bench/documents.ts";
import { readResults } from "../bench/results.ts";

const results = readResults();
if (process.argv.includes("--write")) {
  for (const path of writeDocuments(results)) {
    console.log(`Written: ${path}`);
  }
} else {
  for (const { path } of documentsOf(results).filter(({ text, fresh }) => text !== fresh)) {
    console.error(`${path} shows other figures than bench/results.json. Run: npm run check:figures -- --write`);
    process.exitCode = 1;
  }
}
