import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { readPage } from "../../scripts/snippets.ts";
import { plantStore } from "../support/command.ts";
import { closedUrl } from "../support/listening.ts";
import { on, startPlantService, TOKEN } from "../support/plant-service.ts";

it("reports the created plants after SIGINT, as one JSON document with --json", async () => {
  let stop = () => {};
  // Never responds to the fourth request.
  const { url, requests } = await startPlantService((_, right) => {
    if (requests.length < 4) {
      return right;
    }
    stop();
    return "hang";
  });
  const command = plantStore(["verify", "--json"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  stop = () => void command.process.kill("SIGINT");
  expect(await command.exited).toBe(3);
  expect(command.stderr).toMatch(/^Cases at .*\nCould not be checked completely: .*: interrupted\.\n$/s);
  const id = expect.stringMatching(/^\d+$/);
  expect(JSON.parse(command.stdout)).toMatchObject({ stopped: "interrupted", created: [id, id] });
});

it("exits with 2 when stdout is a closed pipe", async () => {
  const { url } = await startPlantService();
  const command = plantStore(["verify"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  command.process.stdout?.destroy();
  expect(await command.exited).toBe(2);
  expect(command.stderr).toMatch(
    /^plant-store verify: Could not write the report: write EPIPE\. Created, as confirmed by the service: \d+, /,
  );
});

/** The script of the GitHub Actions step in docs/conformance.md. */
const [, recipe = ""] = /^- run: (.*)$/m.exec(readPage("docs/conformance.md")) ?? [];

/** Runs the recipe as a step of GitHub Actions does. */
async function runRecipe(url: string, token: string) {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-recipe-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const installed = `node_modules/.bin/plant-store() { "${process.execPath}" "${resolve("dist/plant-store.js")}" "$@"; }`;
  const script = `cd "${folder}"\n${installed}\n${recipe}`;
  const child = spawn("bash", ["--norc", "-e", "-c", script], {
    env: { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: token },
  });
  const [stdout, output, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, output, report: JSON.parse(readFileSync(join(folder, "conformance.json"), "utf8")) };
}

describe("the step in CI", () => {
  it("passes if the service conforms", async () => {
    const { url } = await startPlantService();
    const output = expect.stringMatching(/^Cases at .*\nNo violations found: .*\n$/s);
    expect(await runRecipe(url, TOKEN)).toMatchObject({ code: 0, stdout: "", output, report: { conforms: true } });
  });

  it("fails if the service violates a clause", async () => {
    const { url } = await startPlantService(on(200, { status: 201 }));
    const output = expect.stringContaining("\n1. Status 201 instead of 200\n");
    expect(await runRecipe(url, TOKEN)).toMatchObject({ code: 1, stdout: "", output, report: { conforms: false } });
  });

  it("fails if the token is wrong", async () => {
    const { url } = await startPlantService();
    expect(await runRecipe(url, "wrong")).toMatchObject({ code: 1, stdout: "" });
  });

  it("passes with a warning if nothing listens", async () => {
    const stdout = "::warning::Conformance was not checked\n";
    const error = expect.stringMatching(/^The service is unavailable, or the base URL is wrong: /);
    const output = expect.stringMatching(/^plant-store verify: The service is unavailable, .*\n$/);
    expect(await runRecipe(await closedUrl(), TOKEN)).toMatchObject({ code: 0, stdout, output, report: { error } });
  });
});
