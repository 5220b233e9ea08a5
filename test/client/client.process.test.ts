import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

it("doesn't keep the process alive after a call", async () => {
  const { url } = await startRawServer(rawAnswer("200 OK", {}, '{"name":"Fern"}'));
  const program = `
    import { createPlantStoreClient } from "./src/index.ts";
    const client = createPlantStoreClient({ baseUrl: "${url}", token: async () => "abc", retries: 1 });
    const { data } = await client.createPlant({ id: 1, name: "Fern" }, { signal: new AbortController().signal });
    console.log(data.name, process.getActiveResourcesInfo().includes("Timeout"));`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const cwd = new URL("../../", import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 15_000 });
  expect(stdout).toBe("Fern false\n");
});
