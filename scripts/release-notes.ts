/** Prints a version's section of CHANGELOG.md: `tsx scripts/release-notes.ts 1.0.0`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function releaseNotes(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## [${version}]`));
  const notes = section
    ?.replace(/^.*\n/, "")
    .replace(/^\[[^\]]+\]: .*$/gm, "")
    .trim();
  if (!notes) {
    throw new Error(`CHANGELOG.md has no notes for version ${version}.`);
  }
  return notes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ""] = process.argv.slice(2);
  console.log(releaseNotes(readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8"), version));
}
