import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);

const BLOCK = /(?<=^<!-- ([\w./[\]-]+\.\w+)(?:#([\w-]+))? -->\n(`{3,})\w+\n)[\s\S]*?(?=^\3$)/gm;

export function listPages(): readonly string[] {
  return ["", "docs/", "examples/"].flatMap((folder) =>
    readdirSync(new URL(`./${folder}`, root)).flatMap((name) => (name.endsWith(".md") ? [folder + name] : [])),
  );
}

export const readPage = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** The lines of a table in Markdown. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(line)];
}

/**
 * Fills the blocks below `<!-- path -->` with a file, those below `<!-- path#name -->` with its `#region name`, and those below
 * `<!-- path#2-5 -->` with its lines 2 to 5.
 */
export function fillSnippets(page: string): string {
  return page.replaceAll(BLOCK, (_, path: string, region: string | undefined) => {
    const text = readPage(path);
    return region === undefined ? text : extractRegion(text, region, path);
  });
}

function extractRegion(text: string, name: string, path: string): string {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  if (first !== undefined) {
    return text
      .split(/(?<=\n)/)
      .slice(Number(first) - 1, Number(last))
      .join("");
  }
  const region = new RegExp(`^( *)// #region ${name}\n([\\s\\S]*?)^ *// #endregion$`, "m").exec(text);
  if (region === null) {
    throw new Error(`${path} has no region ${name}.`);
  }
  const [, indent = "", lines = ""] = region;
  return lines.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}
