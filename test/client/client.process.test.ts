import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

function run(program: string, ...options: string[]) {
  const args = [...options, "--input-type=module", "--eval", program];
  return promisify(execFile)(process.execPath, args, { cwd: new URL("../../", import.meta.url), timeout: 15_000 });
}

it("doesn't keep the process alive after a call", async () => {
  const { url } = await startRawServer(rawAnswer("200 OK", {}, '{"name":"Fern"}'));
  const program = `
    import { createPlantStoreClient } from "./src/index.ts";
    const client = createPlantStoreClient({ baseUrl: "${url}", token: async () => "abc", retries: 1 });
    const { data } = await client.createPlant({ id: 1, name: "Fern" }, { signal: new AbortController().signal });
    console.log(data.name, process.getActiveResourcesInfo().includes("Timeout"));`;
  const { stdout } = await run(program, "--import", "tsx");
  expect(stdout).toBe("Fern false\n");
});

it.each(["index.js", "mocks.js", "conformance.js"])("imports %s without TextDecoder and TextEncoder", async (file) => {
  const program = `
    delete globalThis.TextDecoder;
    delete globalThis.TextEncoder;
    console.log(typeof await import("./dist/${file}"));`;
  const { stdout } = await run(program);
  expect(stdout).toBe("object\n");
});

it("ends a process with a line of code about the lost connection", async () => {
  const program = `
    import { createPlantStoreClient } from "./dist/index.js";
    const fetch = async () => Promise.reject(new Error("socket hang up"));
    const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "my-access-token", fetch });
    await client.createPlant({ id: 1, name: "Fern" });`;
  const { stderr } = await run(program).catch((error) => error);
  const [, line] = stderr.split("\n");
  expect(line).toContain("new PlantStoreConnectionError(message, { cause: thrown");
});
