import { expect, it } from "vitest";
import { plantStore } from "../support/command.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";

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
  expect(command.stderr).toMatch(/^plant-store verify: Could not be checked completely: .*: interrupted\.\n$/);
  const id = expect.stringMatching(/^\d+$/);
  expect(JSON.parse(command.stdout)).toMatchObject({ created: [id, id], mayHaveBeenCreated: [id] });
});

it("exits with 2 when stdout is a closed pipe", async () => {
  const { url } = await startPlantService();
  const command = plantStore(["verify"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  command.process.stdout?.destroy();
  expect(await command.exited).toBe(2);
  expect(command.stderr).toMatch(/^plant-store verify: Could not write the report: write EPIPE\. \d+ plants created: /);
});
