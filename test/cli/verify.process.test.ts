import { expect, it } from "vitest";
import { plantStore } from "../support/command.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";

it("lists the created plants after SIGINT", async () => {
  let stop = () => {};
  // Never responds to the third request.
  const { url, requests } = await startPlantService((_, right) => {
    if (requests.length < 3) {
      return right;
    }
    stop();
    return "hang";
  });
  const command = plantStore(["verify"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  stop = () => void command.process.kill("SIGINT");
  expect(await command.exited).toBe(2);
  expect(command.stderr).toMatch(/^plant-store verify: Interrupted\. 2 plants created\. .* Ids: \d+, \d+\.\n$/);
});

it("exits with 2 when stdout is a closed pipe", async () => {
  const { url } = await startPlantService();
  const command = plantStore(["verify"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  command.process.stdout?.destroy();
  expect(await command.exited).toBe(2);
  expect(command.stderr).toBe("plant-store verify: Could not write the report: write EPIPE.\n");
});
