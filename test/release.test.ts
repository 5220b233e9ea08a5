import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { linkToRepository, nameRepository } from "../scripts/name-repository.ts";
import { releaseNotes } from "../scripts/release-notes.ts";

it("extracts a version's section of the changelog, without its heading and the links' targets", () => {
  const changelog =
    "# Changelog\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- Trees.\n\n## [1.0.0-rc.1]\n\n[1.1.0]: https://example.com\n";
  expect(releaseNotes(changelog, "1.1.0")).toBe("### Added\n\n- Trees.");
  for (const version of ["1.0.0", "1.1", "", "1.0.0-rc.1"]) {
    expect(() => releaseNotes(changelog, version)).toThrow(`CHANGELOG.md has no notes for version ${version}.`);
  }
});

const url = "https://github.com/acme/plants";
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

it("names the repository, its page and its issues in package.json", () => {
  const manifest = JSON.parse(read("package.json"));
  expect(nameRepository(manifest, url)).toEqual({
    ...manifest,
    homepage: "https://github.com/acme/plants#readme",
    bugs: { url: "https://github.com/acme/plants/issues" },
    repository: { type: "git", url: "git+https://github.com/acme/plants.git" },
  });
});

it("makes each link of README.md lead to the released version in the repository, or within the page", () => {
  const page = linkToRepository(read("README.md"), url, "v1.0.0");
  const links = Array.from(page.matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) => link);
  expect(links).toContain("https://github.com/acme/plants/blob/v1.0.0/docs/getting-started.md");
  expect(links.filter((link) => !/^(?:https:\/\/|#)/.test(link))).toEqual([]);
  expect(page).not.toMatch(/<(?:img|source|picture|a)\b|^\[[^\]]+\]: /m);
});

const workflows = readdirSync(new URL("../.github/workflows/", import.meta.url));

it.each(workflows)("pins every action by commit, and keeps no credentials: %s", (name) => {
  const workflow = read(`.github/workflows/${name}`);
  const actions = workflow.match(/uses: .*/g) ?? [];
  expect(actions).not.toEqual([]);
  expect(actions.filter((action) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  const count = (part: string) => workflow.split(part).length - 1;
  expect(count("persist-credentials: false")).toBe(count("actions/checkout@"));
});

it("publishes nothing that a cache could have changed", () => {
  const workflow = read(".github/workflows/release.yml");
  expect(workflow).not.toMatch(/^\s*cache:/m);
  expect(workflow.match(/package-manager-cache: false/g)).toHaveLength(2);
});
