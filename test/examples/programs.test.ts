import { readdirSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import type * as mocks from "plant-store-sdk/mocks";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { listPages, readPage } from "../../scripts/snippets.ts";
import { runExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";

afterEach(() => vi.restoreAllMocks());

const folder = new URL("../../examples/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), "utf8");
const examples = readdirSync(folder).filter((name) => /^(?!help|vitest\.config).*\.ts$/.test(name));
const programs = examples.filter((name) => !name.endsWith(".test.ts"));

// The pages that show an example as it is say how to run it.
const isShown = (name: string) => listPages().some((page) => readPage(page).includes(read(name)));

it.each(examples.filter((name) => !isShown(name)))("says at its start how to run it: %s", (name) => {
  const [comment = ""] = /^\/\*\*.*?\*\/\n/s.exec(read(name)) ?? [];
  const needs = /Needs: (.+)/.exec(comment)?.[1]?.split(", ") ?? [];
  expect(needs).toContain("plant-store-sdk");
  expect(Object.keys(JSON.parse(read("package.json")).dependencies)).toEqual(expect.arrayContaining(needs));
  expect(comment).toContain(` *   npx tsx ${name}`);
});

// The README shows first-plant.ts as it is.
it.each(programs.filter((name) => name !== "first-plant.ts"))("prints its comment for --help: %s", (name) => {
  expect(read(name)).toMatch(/^\/\*\*\n.*?\n \*\/\nimport "\.\/help\.ts";\n/s);
});

const readPrinted = (name: string) => /\/\* Prints:\n(.*)\*\/\n$/s.exec(read(name))?.[1];

it.each(programs)("prints what its last comment says, offline: %s", async (name) => {
  const connect = vi.spyOn(Socket.prototype, "connect").mockImplementation(() => {
    throw new Error("The example connects to a host.");
  });
  const printed = name === "first-plant.ts" ? "Created: Monstera deliciosa\n" : readPrinted(name);
  expect(await runExample(name)).toEqual({ stdout: printed, stderr: "", code: 0 });
  expect(connect).not.toHaveBeenCalled();
});

it.each<[title: string, fault: mocks.Fault, stderr: RegExp]>([
  ["a refusal", 400, /^Refused: Bad Request \(error 400\)\n$/],
  ["an Error that leaves it open", 500, /^It may exist: Internal Server Error \(error 500\)\n$/],
  ["a lost connection", "connection", /^PlantStoreConnectionError: .*may have been created.*\n$/],
])("prints one line when first-plant.ts gets %s", async (_, fault, stderr) => {
  vi.doMock("plant-store-sdk/mocks", async (importOriginal) => {
    const mock = (await importOriginal<typeof mocks>()).createPlantStoreMock();
    mock.failNext(fault);
    return { createPlantStoreMock: () => mock };
  });
  onTestFinished(() => vi.doUnmock("plant-store-sdk/mocks"));
  expect(await runExample("first-plant.ts")).toEqual({ stdout: "", stderr: expect.stringMatching(stderr), code: 0 });
});

it("sends the plants of create-plant.ts to the service at PLANT_STORE_URL", async () => {
  const { url, mock } = await mockServer({ token: "my-secret-token", duplicateIds: "reject" });
  const { stdout, code } = await runExample("create-plant.ts", {
    PLANT_STORE_URL: `${url}/v1`,
    PLANT_STORE_TOKEN: "my-secret-token",
  });
  expect(code).toBe(0);
  expect(stdout).toContain(`🌱 Plant Store at ${url}/v1\n`);
  expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["created", "created", "refused"]);
});

it("prints one line when create-plant.ts fails", async () => {
  const env = { PLANT_STORE_URL: "http://127.0.0.1:9", PLANT_STORE_TOKEN: "abc" };
  const { stderr, code } = await runExample("create-plant.ts", env);
  expect(stderr).toMatch(/^POST http:\/\/127\.0\.0\.1:9\/plants failed.*\n$/);
  expect(code).toBe(1);
});
