import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { plantStore } from "../support/command.ts";
import { startPlantService, TOKEN } from "../support/plant-service.ts";

it.each<NodeJS.Signals>(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])(
  "leaves a JUnit report after %s",
  async (signal) => {
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
    const isKilled = signal === "SIGKILL";
    expect(await command.exited).toBe(isKilled ? null : 2);
    const message = isKilled ? "The run didn't end\\." : "Interrupted after creating 2 plants\\. Ids: \\d+, \\d+\\.";
    expect(command.stderr).toMatch(new RegExp(isKilled ? "^$" : `^plant-store verify: ${message}\n$`));
    expect(await readFile(file, "utf8")).toMatch(
      new RegExp(`<error message="${message.replace("'", "&#39;")}" type="stopped">`),
    );
  },
);

it("exits with 2 when stdout is a closed pipe", async () => {
  const { url } = await startPlantService();
  const command = plantStore(["verify"], { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: TOKEN });
  command.process.stdout?.destroy();
  expect(await command.exited).toBe(2);
  expect(command.stderr).toMatch(/\nplant-store verify: Could not write the report: write EPIPE\.\n$/);
});
