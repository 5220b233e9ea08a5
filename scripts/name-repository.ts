/**
 * Writes the repository's address to package.json, and makes the links of README.md absolute for the registry's page:
 * `tsx scripts/name-repository.ts https://github.com/owner/name v1.0.0`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function nameRepository(manifest: object, url: string): object {
  return {
    ...manifest,
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git` },
  };
}

export const linkToRepository = (markdown: string, url: string, tag: string): string =>
  markdown.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, `](${url}/blob/${tag}/$1)`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url = "", tag = ""] = process.argv.slice(2);
  const edit = (path: string, change: (text: string) => string) => {
    const file = new URL(`../${path}`, import.meta.url);
    writeFileSync(file, change(readFileSync(file, "utf8")));
  };
  edit("package.json", (text) => `${JSON.stringify(nameRepository(JSON.parse(text), url), null, 2)}\n`);
  edit("README.md", (text) => linkToRepository(text, url, tag));
}
