/** Copies code from its files to the pages, and tables from their sources. With `--check`, fails if a page is stale. */
import { writeFileSync } from "node:fs";
import { REQUIREMENTS } from "../conformance/contract.ts";
import { makeFaultTable } from "./fault-table.ts";
import { fillSnippets, listPages, readPage } from "./snippets.ts";

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
const TABLES: Readonly<Record<string, string>> = {
  faults: await makeFaultTable(),
  clauses: [
    "| Clause | What it states |",
    "|---|---|",
    ...Object.entries(REQUIREMENTS).map(([clause, requirement]) => `| ${clause} | ${requirement} |`),
  ].join("\n"),
};
const TABLE = /(?<=^<!-- (\w+) -->\n)[\s\S]*?(?=^<!-- \/\1 -->$)/gm;

for (const path of listPages()) {
  const text = readPage(path);
  const fresh = fillSnippets(text).replaceAll(TABLE, (_, name: string) => `\n${TABLES[name]}\n\n`);
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
