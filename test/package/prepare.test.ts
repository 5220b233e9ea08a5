import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const script = fileURLToPath(new URL("../../scripts/prepare.mjs", import.meta.url));

/** Runs the script in a folder without dependencies, as npm does for a project elsewhere or in the folder itself. */
function prepare(isInstalledFrom: "elsewhere" | "here") {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "plant-store-prepare-")));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const env = { ...process.env, INIT_CWD: isInstalledFrom === "here" ? cwd : tmpdir() };
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd, env, encoding: "utf8" });
  return { status, stderr: stderr.replace(cwd, "<folder>") };
}

it("says in one line what is missing where the package can't be built", () => {
  const stderr = "plant-store-sdk can't be built: its development dependencies are missing. Run npm ci in <folder>.\n";
  expect(prepare("elsewhere")).toEqual({ status: 1, stderr });
});

it("builds nothing in a clone", () => {
  expect(prepare("here")).toEqual({ status: 0, stderr: "" });
});
