/**
 * Tests a whole program against the mock server. It controls the server over HTTP, as a test in any language can.
 * Needs: plant-store-sdk, tsx, vitest
 *   npx vitest run end-to-end.test.ts
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type MockServer, startMockServer } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 });

const PROGRAM = fileURLToPath(new URL("create-plant.ts", import.meta.url));

let server: MockServer;
beforeAll(async () => {
  server = await startMockServer({ token: "my-access-token" });
});
afterAll(() => server.close());
beforeEach(() => control("POST", "reset"));

/** Calls the control API and returns text: JSON.parse would round ids beyond 2^53. */
async function control(method: string, path: string, body?: string): Promise<string> {
  const response = await fetch(`${server.url}/__mock/${path}`, { method, ...(body !== undefined && { body }) });
  return response.text();
}

async function runProgram(token: string): Promise<string> {
  const env = { ...process.env, PLANT_STORE_URL: server.url, PLANT_STORE_TOKEN: token };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", PROGRAM], { env });
  return stdout;
}

it("creates its plants in order", async () => {
  await runProgram("my-access-token");
  expect(await control("GET", "plants")).toBe(
    '[{"id":1042,"name":"Monstera deliciosa","tag":"tropical"},' +
      '{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"},{"id":1042,"name":"Ficus lyrata"}]',
  );
});

it("continues after the service refuses a plant", async () => {
  await control("POST", "faults", '[{ "error": 7, "message": "No room." }]');
  expect(await runProgram("my-access-token")).toContain("refused with status 400, error 7: No room.");
  const requests: { outcome: string }[] = JSON.parse(await control("GET", "requests"));
  expect(requests.map(({ outcome }) => outcome)).toEqual(["fault", "created", "created"]);
});

it("shows that its token isn't valid", async () => {
  expect(await runProgram("another-token")).toContain("The access token is not valid.");
  expect(await control("GET", "plants")).toBe("[]");
});
