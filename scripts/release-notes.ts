/**
 * Prints the release notes of a version, which are its section of CHANGELOG.md: `tsx scripts/release-notes.ts 1.0.0`.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @throws {Error} when the changelog has no section of the version, or nothing in it. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  // Links to the versions stand at the end of the changelog, under its last section.
  const notes = section
    ?.replace(/^.*\n/, "")
    .replace(/^\[[^\]]+\]: .*$/gm, "")
    .trim();
  if (!notes) {
    throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
  }
  return notes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ""] = process.argv.slice(2);
  console.log(releaseNotes(readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8"), version));
}
