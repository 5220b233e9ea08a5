/**
 * Runs a whole program, create-plant.ts, in a process of its own against the mock as an HTTP server. The test looks into the
 * mock and controls it over HTTP alone, as one in any other language would against `npx plant-store mock`.
 *
 *   npx vitest run examples/end-to-end.test.ts
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 }); // each test starts a process

const PROGRAM = fileURLToPath(new URL("create-plant.ts", import.meta.url));

let server: MockServer;
beforeAll(async () => {
  server = await startMockServer({ token: "my-access-token" });
});
afterAll(() => server.close());
beforeEach(() => control("POST", "reset"));

/** What the mock says, as text: JSON.parse would round ids beyond 2^53. */
async function control(method: string, path: string, body?: string): Promise<string> {
  const response = await fetch(`${server.url}/__mock/${path}`, { method, ...(body !== undefined && { body }) });
  return response.text();
}

async function runProgram(token: string): Promise<string> {
  const env = { ...process.env, PLANT_STORE_URL: server.url, PLANT_STORE_TOKEN: token };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", PROGRAM], { env });
  return stdout;
}

it("leaves its plants in the store, in order", async () => {
  await runProgram("my-access-token");
  expect(await control("GET", "plants")).toBe(
    '[{"id":1042,"name":"Monstera deliciosa","tag":"tropical"},' +
      '{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"},{"id":1042,"name":"Ficus lyrata"}]',
  );
});

it("goes on after a refusal", async () => {
  await control("POST", "faults", '[{ "error": 7, "message": "No room." }]');
  expect(await runProgram("my-access-token")).toContain("refused with 400, error 7: No room.");
  const requests: { outcome: string }[] = JSON.parse(await control("GET", "requests"));
  expect(requests.map(({ outcome }) => outcome)).toEqual(["fault", "created", "created"]);
});

it("says that its token is not valid", async () => {
  expect(await runProgram("another-token")).toContain("The access token is not valid.");
  expect(await control("GET", "plants")).toBe("[]");
});
