import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { rawAnswer, startRawServer } from "./support/raw-server.ts";

const TSX = createRequire(import.meta.url).resolve("tsx/cli");
const { PATH } = process.env;
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NO_NETWORK = new URL("support/no-network.mjs", import.meta.url).href;

/** Runs an example as its reader would, and gives what it writes. */
async function run(name: string, env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [TSX, `examples/${name}`], {
    cwd: ROOT,
    env: { PATH, NO_COLOR: "1", ...env },
  });
}

const runOffline = (name: string) => run(name, { NODE_OPTIONS: `--import=${NO_NETWORK}` });

describe("the examples", { timeout: 60_000 }, () => {
  it("run offline and write something, those that no test below names too", async () => {
    const named = ["create-plant.ts", "logging-middleware.ts", "tracing-middleware.ts"];
    const all = readdirSync(`${ROOT}/examples`).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
    const others = all.filter((name) => !named.includes(name));

    expect(all).toEqual(expect.arrayContaining(named));
    for (const [name, { stdout, stderr }] of await Promise.all(
      others.map(async (name) => [name, await runOffline(name)] as const),
    )) {
      expect({ name, stdout, stderr }).toEqual({ name, stdout: expect.stringMatching(/\S/), stderr: "" });
    }
  });

  it("show plants created and one refused: create-plant.ts", async () => {
    const { stdout } = await runOffline("create-plant.ts");

    expect(stdout).toBe(`
🌱 Plant Store at the mock in this process (nothing leaves it)

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera, succulent
  ✘ #1042              Ficus lyrata
      refused with 400, error 400: The id 1042 is in use, and this mock was made with duplicateIds: "reject".

The mock now holds 2 plants. Its last one has the id 9007199254740993, to the digit.
`);
  });

  it("talk to a service where one is named: create-plant.ts", async () => {
    const answers = [
      rawAnswer("200 OK", {}, '{"name":"Monstera deliciosa","tag":"tropical"}'),
      rawAnswer("200 OK", {}, '{"name":"Aloe vera"}'),
      rawAnswer("422 Unprocessable Entity", {}, '{"error":7,"message":"No room for another plant."}'),
    ];
    const server = await startRawServer((socket) => socket.write(answers.shift() ?? ""));

    const { stdout, stderr } = await run("create-plant.ts", {
      PLANT_STORE_URL: `${server.url}/v1`,
      PLANT_STORE_TOKEN: "a-token-that-nobody-may-see",
    });

    expect(stderr).toBe("");
    expect(stdout).toBe(`
🌱 Plant Store at ${server.url}/v1

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera
  ✘ #1042              Ficus lyrata
      refused with 422, error 7: No room for another plant.
`);
    expect(server.requests.map((request) => request.split("\r\n\r\n")[1])).toEqual([
      '{"id":1042,"name":"Monstera deliciosa","tag":"tropical"}',
      '{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"}',
      '{"id":1042,"name":"Ficus lyrata"}',
    ]);
    for (const request of server.requests) {
      expect(request).toMatch(/^POST \/v1\/plants HTTP\/1\.1\r\n/);
      expect(request).toMatch(/\r\nauthorization: Bearer a-token-that-nobody-may-see\r\n/i);
    }
  });

  it("log each attempt without the token: logging-middleware.ts", async () => {
    const { stdout } = await runOffline("logging-middleware.ts");

    expect(stdout.replaceAll(/\d+\.\d ms/g, "0.0 ms")).toBe(`
A plant is created:
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← 200 after 0.0 ms

The service refuses one:
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← 400 after 0.0 ms

The connection is lost, and the client asks again:
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← PlantStoreConnectionError after 0.0 ms
  → POST https://plants.example.com/plants (content-type: application/json, x-request-id: r-17)
  ← 200 after 0.0 ms
`);
    expect(stdout).not.toContain("nobody-may-see");
  });

  it("give each attempt a span, and tell the service of it: tracing-middleware.ts", async () => {
    const { stdout } = await runOffline("tracing-middleware.ts");

    expect(stdout).toBe(`
◆ POST /plants, span 0000000000000001
    error.type = PlantStoreConnectionError

◆ POST /plants, span 0000000000000002
    http.response.status_code = 200

The service was told:
    00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01
    00-0af7651916cd43dd8448eb211c80319c-0000000000000002-01
`);
  });
});
