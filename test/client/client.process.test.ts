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
