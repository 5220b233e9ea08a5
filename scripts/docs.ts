/** Copies code from its files to the documents, and the benchmark's results. With `--check`, fails if a document is stale. */
import { writeFileSync } from "node:fs";
import { toTable } from "../bench/figures.mjs";
import { fillSnippets, listPages, readPage } from "./snippets.ts";

const results = JSON.parse(readPage("bench/results.json"));
const BENCHMARK = /(?<=^<!-- benchmark -->\n)[\s\S]*?(?=^<!-- \/benchmark -->$)/m;

for (const path of listPages()) {
  const text = readPage(path);
  const fresh = fillSnippets(text).replace(BENCHMARK, () => `\n${toTable(results)}\n`);
  if (fresh === text) {
    continue;
  }
  if (process.argv.includes("--check")) {
    console.error(`${path} is stale. Run "npm run docs" and commit the result.`);
    process.exitCode = 1;
  } else {
    writeFileSync(new URL(`../${path}`, import.meta.url), fresh);
    console.log(`Updated ${path}`);
  }
}
