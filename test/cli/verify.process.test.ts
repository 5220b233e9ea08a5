import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { plantStore } from "../support/command.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";

/** Runs the command against a service that never responds to the third request, and sends it a signal then. */
async function interrupt(signal: NodeJS.Signals) {
  let stop = () => {};
  const { url, requests } = await startPlantService((_, right) => {
    if (requests.length < 3) {
      return right;
    }
    stop();
    return "hang";
  });
  const folder = await mkdtemp(join(tmpdir(), "plant-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "junit.xml");
  const command = plantStore(["verify", "--junit", file], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  stop = () => void command.process.kill(signal);
  const code = await command.exited;
  return { code, stderr: command.stderr, junit: await readFile(file, "utf8") };
}

const interrupted = /Interrupted\. 2 plants created\. The last request may have created another\. Ids: \d+, \d+\./
  .source;

it.each<NodeJS.Signals>(["SIGINT", "SIGTERM", "SIGHUP"])("lists the created plants after %s", async (signal) => {
  const { code, stderr } = await interrupt(signal);
  expect(code).toBe(2);
  expect(stderr).toMatch(new RegExp(`^plant-store verify: ${interrupted}\n$`));
});

it("lists the created plants in the JUnit report after SIGINT", async () => {
  const { junit } = await interrupt("SIGINT");
  expect(junit).toMatch(new RegExp(`<error message="${interrupted}" type="error">`));
});

it("leaves a JUnit report after SIGKILL", async () => {
  const { code, junit } = await interrupt("SIGKILL");
  expect(code).toBe(null);
  expect(junit).toContain('<error message="The run didn&#39;t end." type="error">');
});

it("exits with 2 when stdout is a closed pipe", async () => {
  const { url } = await startPlantService();
  const command = plantStore(["verify"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  command.process.stdout?.destroy();
  expect(await command.exited).toBe(2);
  expect(command.stderr).toBe("plant-store verify: Could not write the report: write EPIPE.\n");
});
