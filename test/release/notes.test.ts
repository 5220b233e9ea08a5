import { describe, expect, it } from "vitest";
import { releaseNotes } from "../../scripts/release-notes.ts";

const changelog = `# Changelog

## [Unreleased]

- Soon.

## [1.1.0] - 2026-12-01

### Added

- Trees.

### Fixed

- The id of [a fern](https://example.com).

## [1.0.0] - 2026-11-21

- Plants.

## [1.0.0-rc.1] - 2026-11-20

[1.1.0]: https://example.com/1.1.0
[1.0.0]: https://example.com/1.0.0
`;

describe("the release notes", () => {
  it("are the version's section, without its title", () => {
    expect(releaseNotes(changelog, "1.1.0")).toBe(
      "### Added\n\n- Trees.\n\n### Fixed\n\n- The id of [a fern](https://example.com).",
    );
  });

  it("are of the very version", () => {
    expect(releaseNotes(changelog, "1.0.0")).toBe("- Plants.");
  });

  it.each(["2.0.0", "1.0", "", "1.0.0-rc.1"])("are an error where nothing is said of the version: %j", (version) => {
    expect(() => releaseNotes(changelog, version)).toThrow(`CHANGELOG.md says nothing of version ${version}.`);
  });
});
