/**
 * Runs the commands of .github/workflows/release.yml in a fresh clone of what is committed, and uploads nothing.
 *
 *   npm run release:dry-run                   all of them
 *   npm run release:dry-run -- --skip-tests   without the step that runs every check, which takes most of the time
 *
 * Until CHANGELOG.md has a section of the version, the notes are made from what is unreleased.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dryReleaseSteps } from "./release-steps.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isWithoutTests = process.argv.includes("--skip-tests");

const work = mkdtempSync(join(tmpdir(), "plant-store-release-"));
try {
  const clone = join(work, "clone");
  execFileSync("git", ["clone", "--quiet", root, clone], { stdio: "inherit" });
  const text = (path: string) => readFileSync(join(clone, path), "utf8");
  const { version } = JSON.parse(text("package.json")) as { version: string };
  const env = {
    ...process.env,
    TAG: `v${version}`,
    SECTION: text("CHANGELOG.md").includes(`## [${version}]`) ? version : "Unreleased",
    GITHUB_REPOSITORY: "example/plant-store-sdk",
  };
  for (const { name, command } of dryReleaseSteps(text(".github/workflows/release.yml"))) {
    const isSkipped = isWithoutTests && name === "Test";
    console.log(`\n=== ${name}${isSkipped ? ": skipped, the package is built alone" : ""}`);
    execFileSync("bash", ["-euo", "pipefail", "-c", isSkipped ? "npm run build" : command], {
      cwd: clone,
      env,
      stdio: "inherit",
    });
  }
  console.log(`\n=== The notes of ${version}\n${text("release/notes.md")}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
