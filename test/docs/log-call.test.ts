import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlantStoreClient, type EndContext, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it, onTestFinished, vi } from "vitest";
import { createAndLog } from "../../docs/snippets/log-call.ts";

/** Creates a plant, and returns the line in the log, and the id of the call. */
async function logCall(faults: readonly Fault[], options: Partial<PlantStoreClientOptions> = {}) {
  const print = vi.spyOn(console, "log").mockReturnValue();
  const mock = createPlantStoreMock();
  mock.failNext(...faults);
  const callIds: string[] = [];
  const client = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "t",
    fetch: mock.fetch,
    hooks: [{ onEnd: ({ callId }: EndContext) => void callIds.push(callId) }],
    ...options,
  });
  await createAndLog(client, { id: 9007199254740993n, name: "Fern" }).catch(() => {});
  const lines = print.mock.calls.map(([text]) => String(text));
  print.mockRestore();
  expect(lines).toHaveLength(1);
  return { line: lines.join(), callId: callIds[0] };
}

it.each<[outcome: object, ...faults: Fault[]]>([
  [{ outcome: "created", status: 200, mayHaveBeenCreatedTwice: false }],
  [
    {
      outcome: "PlantStoreApiError",
      status: 503,
      error: 7,
      message: "Busy",
      mayHaveBeenCreated: true,
      isTransient: true,
    },
    { error: 7, message: "Busy", status: 503 },
  ],
  [
    {
      outcome: "PlantStoreResponseError",
      status: 502,
      message: expect.stringContaining("502"),
      mayHaveBeenCreated: true,
      isTransient: true,
    },
    "html",
  ],
])("logs one line for a call with the id of its attempts: %j", async (outcome, ...faults) => {
  const { line, callId } = await logCall(faults);
  expect(JSON.parse(line)).toEqual({
    ...outcome,
    id: "9007199254740993",
    callId,
    attempts: 1,
    durationMs: expect.any(Number),
  });
});

it("lets an alert find the plants that may exist, and those that may exist twice", async () => {
  const again = { retries: 1, retryDelayMs: () => 0, shouldRetry: () => true };
  const created = await logCall([]);
  const refused = await logCall([400]);
  const inDoubt = await logCall(["connection"]);
  const createdTwice = await logCall([503], again);
  const folder = mkdtempSync(join(tmpdir(), "plant-store-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls = [created, refused, inDoubt, createdTwice];
  writeFileSync(join(folder, "calls.log"), calls.map(({ line }) => `${line}\n`).join(""));
  const command = readFileSync("docs/snippets/find-doubts.sh", "utf8");
  const found = execFileSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  expect(found).toBe(`${inDoubt.line}\n${createdTwice.line}\n`);
});
