import { readFileSync } from "node:fs";
import * as sdk from "plant-store-sdk";
import { expect, it } from "vitest";
import { releaseNotes } from "../../scripts/release-notes.ts";
import { readPage } from "../../scripts/snippets.ts";

const { exports, version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

it("has a reference of every entry of the package", () => {
  const entries = Object.keys(exports).filter((entry) => !/\.(?:yaml|json)$/.test(entry));
  const contents = readPage("docs/api/README.md");
  const listed = [...contents.matchAll(/^- \[(.+?)\]/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(entries.map((entry) => entry.replace(/^\./, "plant-store-sdk"))));
});

it("has a page that names every error", () => {
  const names = Object.keys(sdk).filter((name) => name.endsWith("Error"));
  const page = readPage("docs/errors.md");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it("has a changelog that speaks of the version", () => {
  expect(releaseNotes(readPage("CHANGELOG.md"), version)).toMatch(/^### /);
});
