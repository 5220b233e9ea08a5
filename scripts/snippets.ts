import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);

const BLOCK = /(?<=^<!-- ([\w./[\]-]+\.\w+)(?:#([\w-]+))? -->\n(`{3,})\w+\n)[\s\S]*?(?=^\3$)/gm;

const IGNORED = new Set(["node_modules", ".git", "coverage", "dist", "public", "reports"]);

/** The paths of every Markdown page, the tracked ones of a clone. */
export function listPages(folder = ""): readonly string[] {
  return readdirSync(new URL(`./${folder}`, root), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory()) {
      return IGNORED.has(entry.name) ? [] : listPages(`${path}/`);
    }
    return path.endsWith(".md") ? [path] : [];
  });
}

export const readPage = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** Fills the blocks below `<!-- path -->` with a file, and those below `<!-- path#name -->` with its `#region name`. */
export function fillSnippets(page: string): string {
  return page.replaceAll(BLOCK, (_, path: string, region: string | undefined) => {
    const text = readPage(path);
    return region === undefined ? text : extractRegion(text, region, path);
  });
}

function extractRegion(text: string, name: string, path: string): string {
  const region = new RegExp(`^( *)// #region ${name}\n([\\s\\S]*?)^ *// #endregion$`, "m").exec(text);
  if (region === null) {
    throw new Error(`${path} has no region ${name}.`);
  }
  const [, indent = "", lines = ""] = region;
  return lines.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}
