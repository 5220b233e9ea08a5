import { expect, it } from "vitest";
import { releaseNotes } from "../scripts/release-notes.ts";

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-12-01

### Added

- Trees.

## [1.0.0] - 2026-11-21

- The id of [a fern](https://example.com).

## [1.0.0-rc.1] - 2026-11-20

[1.1.0]: https://example.com/1.1.0
`;

it("extracts a version's section of the changelog, without its heading", () => {
  expect(releaseNotes(changelog, "1.1.0")).toBe("### Added\n\n- Trees.");
  expect(releaseNotes(changelog, "1.0.0")).toBe("- The id of [a fern](https://example.com).");
});

it.each(["2.0.0", "1.0", "", "1.0.0-rc.1"])("throws when the changelog says nothing about version %j", (version) => {
  expect(() => releaseNotes(changelog, version)).toThrow(`CHANGELOG.md has no notes for version ${version}.`);
});
