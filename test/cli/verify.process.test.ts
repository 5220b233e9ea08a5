import { expect, it } from "vitest";
import { plantStore } from "../support/command.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";

it("names the created plants after SIGINT, and prints one JSON document with --json", async () => {
  let stop = () => {};
  // Never responds to the third request.
  const { url, requests } = await startPlantService((_, right) => {
    if (requests.length < 3) {
      return right;
    }
    stop();
    return "hang";
  });
  const command = plantStore(["verify", "--json"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  stop = () => void command.process.kill("SIGINT");
  expect(await command.exited).toBe(2);
  expect(command.stderr).toMatch(/^plant-store verify: Interrupted\. 2 plants created: .* 1 more plant may have been /);
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
