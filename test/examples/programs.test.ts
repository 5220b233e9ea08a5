import { readdirSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runExample } from "../support/example.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { outputs } from "./support/outputs.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
const MAX_LINES = 60;

const read = (path: string) => readFileSync(EXAMPLES + path, "utf8");
const examples = readdirSync(EXAMPLES).filter((name) => name.endsWith(".ts"));
const suites = examples.filter((name) => name.endsWith(".test.ts"));
const programs = examples.filter((name) => !suites.includes(name));

const toCommand = (name: string) => (suites.includes(name) ? `npx vitest run ${name}` : `npx tsx ${name}`);

describe("the examples", () => {
  it("are listed once each in the index, with the command that runs them", () => {
    const rows = [...read("README.md").matchAll(/^\| \[(\S+\.ts)\]\((\S+)\) \| \S.* \| `(.+)` \|$/gm)];

    expect(rows.map(([, text, target, command]) => `${text} ${target} ${command}`).sort()).toEqual(
      examples.map((name) => `${name} ${name} ${toCommand(name)}`).sort(),
    );
  });

  it("start with what they need, and with the command unless the README shows them", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const { dependencies } = JSON.parse(read("package.json"));
    for (const name of examples) {
      const [comment = ""] = /^(?:\/\*\*.*?\*\/|\/\/.*?)\n/s.exec(read(name)) ?? [];
      const needs = /Needs: (.+)/.exec(comment)?.[1]?.split(", ") ?? [];
      expect(needs, name).toContain("plant-store-sdk");
      expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(needs));
      expect(comment.includes(` *   ${toCommand(name)}`) || readme.includes(read(name)), name).toBe(true);
    }
  });

  it("have at most 60 lines per file", () => {
    const parts = readdirSync(`${EXAMPLES}import-csv`).map((name) => `import-csv/${name}`);
    const tooLong = [...examples, ...parts].filter((path) => read(path).trimEnd().split("\n").length > MAX_LINES);

    expect(tooLong).toEqual([]);
  });

  it("have an expected output each", () => {
    expect(Object.keys(outputs).sort()).toEqual(programs.sort());
  });
});

describe("an example", () => {
  afterEach(() => vi.restoreAllMocks());

  // import-csv.ts handles process signals, so import-csv.process.test.ts runs it.
  it.each(programs.filter((name) => name !== "import-csv.ts"))("prints exactly this offline: %s", async (name) => {
    const connect = vi.spyOn(Socket.prototype, "connect").mockImplementation(() => {
      throw new Error("The example connects to a host.");
    });

    const { stdout, stderr, code } = await runExample(name);
    expect({ stdout: stdout.replaceAll(/\d+\.\d ms/g, "0.0 ms"), stderr, code }).toEqual({
      stdout: outputs[name],
      stderr: "",
      code: 0,
    });
    expect(connect).not.toHaveBeenCalled();
    expect(stdout).not.toContain("my-secret-token");
  });
});

describe("create-plant.ts with a service", () => {
  it("creates its plants there", async () => {
    const responses = [
      rawAnswer("200 OK", {}, '{"name":"Monstera deliciosa","tag":"tropical"}'),
      rawAnswer("200 OK", {}, '{"name":"Aloe vera"}'),
      rawAnswer("422 Unprocessable Entity", {}, '{"error":7,"message":"No room for another plant."}'),
    ];
    const server = await startRawServer((socket) => socket.write(responses.shift() ?? ""));

    const { stdout, stderr, code } = await runExample("create-plant.ts", {
      PLANT_STORE_URL: `${server.url}/v1`,
      PLANT_STORE_TOKEN: "my-secret-token",
    });

    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toBe(`
🌱 Plant Store at ${server.url}/v1

  ✔ #1042              Monstera deliciosa, tropical
  ✔ #9007199254740993  Aloe vera
  ✘ #1042              Ficus lyrata
      refused with status 422, error 7: No room for another plant.
`);
    expect(server.requests.map((request) => request.split("\r\n\r\n")[1])).toEqual([
      '{"id":1042,"name":"Monstera deliciosa","tag":"tropical"}',
      '{"id":9007199254740993,"name":"Aloe vera","tag":"succulent"}',
      '{"id":1042,"name":"Ficus lyrata"}',
    ]);
    for (const request of server.requests) {
      expect(request).toMatch(/^POST \/v1\/plants HTTP\/1\.1\r\n/);
      expect(request).toMatch(/\r\nauthorization: Bearer my-secret-token\r\n/i);
    }
  });

  it.each([
    {
      problem: "the token is missing",
      env: { PLANT_STORE_URL: "https://plants.example.com" },
      line: "Invalid options: token must not be empty",
    },
    {
      problem: "the URL is relative",
      env: { PLANT_STORE_URL: "plants.example.com", PLANT_STORE_TOKEN: "abc" },
      line: 'Invalid options: baseUrl must be an absolute URL, such as "https://plants.example.com/v1"',
    },
    {
      problem: "the connection fails",
      env: { PLANT_STORE_URL: "http://127.0.0.1:9", PLANT_STORE_TOKEN: "abc" },
      line: "POST http://127.0.0.1:9/plants failed: bad port",
    },
  ])("prints one line when $problem", async ({ env, line }) => {
    expect(await runExample("create-plant.ts", env)).toEqual({
      stdout: expect.any(String),
      stderr: `${line}\n`,
      code: 1,
    });
  });
});
