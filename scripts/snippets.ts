/**
 * Fills the code blocks of the documents from files that are tested: below `<!-- path -->` a block shows the whole file,
 * below `<!-- path#name -->` what stands between `// #region name` and `// #endregion`.
 *
 *   npm run docs   fills them all; test/docs finds those that are stale
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

const BLOCK = /(?<=^<!-- ([\w./-]+\.\w+)(?:#([\w-]+))? -->\n(`{3,})\w+\n)[\s\S]*?(?=^\3$)/gm;

/** What people read: every document but the API reference, which is made from doc comments. */
export function listPages(): readonly string[] {
  return ["", "docs/", "examples/"].flatMap((folder) =>
    readdirSync(new URL(`./${folder}`, root)).flatMap((name) => (name.endsWith(".md") ? [folder + name] : [])),
  );
}

export const readPage = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** The page with what its snippets show now. */
export function fillSnippets(page: string): string {
  return page.replaceAll(BLOCK, (_, path: string, region: string | undefined) => {
    const text = readPage(path);
    return region === undefined ? text : regionOf(text, region, path);
  });
}

function regionOf(text: string, name: string, path: string): string {
  const region = new RegExp(`^( *)// #region ${name}\n([\\s\\S]*?)^ *// #endregion$`, "m").exec(text);
  if (region === null) {
    throw new Error(`${path} has no region ${name}.`);
  }
  const [, indent = "", lines = ""] = region;
  return lines.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of listPages()) {
    const page = readPage(path);
    const filled = fillSnippets(page);
    if (filled !== page) {
      writeFileSync(new URL(path, root), filled);
      console.log(`${path}: snippets filled`);
    }
  }
}
