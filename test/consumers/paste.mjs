import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export function readSection(page, section) {
  const text = readFileSync(`node_modules/plant-store-sdk/docs/${page}.md`, "utf8");
  const [, rest] = text.split(`\n## ${section}\n`);
  return rest.split("\n## ")[0];
}

/** Pastes the code of a section of the package's docs into files, and returns their paths. */
export function paste(page, section, edit = (code) => code) {
  const blocks = readSection(page, section).matchAll(/^<!-- docs\/snippets\/(\S+) -->\n```\w+\n(.*?)^```$/gms);
  return Array.from(blocks, ([, path, block]) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit(block));
    return path;
  });
}
