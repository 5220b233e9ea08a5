import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { plantStore } from "../support/command.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";
import { temporaryFile } from "../support/temporary-file.ts";

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
  const file = temporaryFile("junit.xml");
  const command = plantStore(["verify", "--junit", file], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  stop = () => void command.process.kill(signal);
  const code = await command.exited;
  return { code, stderr: command.stderr, junit: await readFile(file, "utf8") };
}

it("lists the created plants after SIGINT", async () => {
  const { code, stderr } = await interrupt("SIGINT");
  expect(code).toBe(2);
  expect(stderr).toMatch(/^plant-store verify: Interrupted\. 2 plants created\. .* Ids: \d+, \d+\.\n$/);
});

it("leaves a JUnit report after SIGKILL", async () => {
  const { code, junit } = await interrupt("SIGKILL");
  expect(code).toBe(null);
  expect(junit).toContain('<error message="The run didn&#39;t end. ');
});

it("leaves the JUnit report and exits with 2 when stdout is a closed pipe", async () => {
  const { url } = await startPlantService();
  const file = temporaryFile("junit.xml");
  const command = plantStore(["verify", "--junit", file], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  command.process.stdout?.destroy();
  expect(await command.exited).toBe(2);
  expect(command.stderr).toBe("plant-store verify: Could not write the report: write EPIPE.\n");
  expect(await readFile(file, "utf8")).toContain('name="I4 the smallest NewPlant"');
});
