import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runFile } from "../support/command.ts";

/** A server that creates a plant for each request. The Plant Store takes `delayMs`. */
const serverCode = (delayMs: number, onSigterm: string) => `
import { createServer } from "node:http";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createAndLog } from "./examples/logs/log-call.ts";

const { fetch, failNext } = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "t", fetch });
const server = createServer(async (request, response) => {
  failNext({ delayMs: ${delayMs} });
  await createAndLog(client, { id: 1042, name: "Fern" });
  response.end();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
${onSigterm}`;

/** Sends the signal to the server during a call. Returns what it has logged, and the calls without an end. */
async function endDuringCall(signal: NodeJS.Signals, delayMs: number, onSigterm = "") {
  const run = runFile(["--import", "tsx", "--input-type", "module", "--eval", serverCode(delayMs, onSigterm)], {});
  const [port] = await run.waitFor(/^\d+$/m);
  fetch(`http://127.0.0.1:${port}`).catch(() => {}); // the server may end before it responds
  await run.waitFor(/sending/);
  run.process.kill(signal);
  await run.exited;
  const folder = mkdtempSync(join(tmpdir(), "plant-store-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "calls.log"), run.stdout);
  const unfinished = execFileSync("sh", [resolve("docs/snippets/find-unfinished.sh")], {
    cwd: folder,
    encoding: "utf8",
  });
  return { outcomes: Array.from(run.stdout.matchAll(/"outcome":"(\w+)"/g), ([, outcome]) => outcome), unfinished };
}

it.each(["SIGTERM", "SIGKILL"] as const)("finds the call during which %s ended the process", async (signal) => {
  const { outcomes, unfinished } = await endDuringCall(signal, 60_000);
  expect(outcomes).toEqual(["sending"]);
  expect(JSON.parse(unfinished)).toMatchObject({ id: "1042", outcome: "sending" });
});

it("waits for the end of the call if the server closes on SIGTERM", async () => {
  const { outcomes, unfinished } = await endDuringCall(
    "SIGTERM",
    1_000,
    'process.once("SIGTERM", () => server.close());',
  );
  expect(outcomes).toEqual(["sending", "created"]);
  expect(unfinished).toBe("");
});
