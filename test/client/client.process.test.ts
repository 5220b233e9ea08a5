import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

async function run(program: URL, args: readonly string[], flags: readonly string[] = []): Promise<unknown> {
  const nodeArgs = [...flags, "--import", "tsx", fileURLToPath(program), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, nodeArgs, { timeout: 15_000 });
  return JSON.parse(stdout);
}

it("doesn't keep the process alive after a call", async () => {
  const plant = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');
  const { url } = await startRawServer(plant);

  expect(await run(new URL("../support/finished-call.ts", import.meta.url), [url])).toEqual({
    data: { name: "Fern" },
    timers: [],
  });
});

it("takes little memory when middleware reads an endless response", async () => {
  const program = new URL("../support/endless-response.ts", import.meta.url);
  expect(await run(program, [], ["--max-old-space-size=64"])).toEqual({
    outcome: expect.stringMatching(/^PlantStoreResponseError: .* of more than 1 MiB/),
    sizes: [2 ** 20 + 1, 2 ** 20 + 1],
    sentBytes: 1_050_000,
    isSmall: true,
  });
});
