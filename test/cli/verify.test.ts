import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Io } from "../../cli/command.ts";
import { verify } from "../../cli/verify.ts";
import { type Deviation, jsonReply, on, plantServiceFetch, TOKEN } from "../support/plant-service.ts";

interface Surroundings {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly env?: Io["env"];
  /** Without it, stdin is not a terminal. */
  readonly typed?: string;
  /** Makes each write to stdout fail. */
  readonly stdoutError?: Error;
  /** Emits signals. */
  readonly signals?: EventEmitter;
}

async function run(args: readonly string[], surroundings: Surroundings = {}) {
  const { isTTY = false, columns, env = {}, typed, stdoutError, signals = new EventEmitter() } = surroundings;
  const texts = { stdout: "", stderr: "" };
  const output = (name: keyof typeof texts, error?: Error) => ({
    isTTY,
    columns,
    hasColors: () => isTTY,
    write(text: string, onDone?: (error?: Error) => void) {
      texts[name] += text;
      onDone?.(error);
    },
  });
  const stdin = Object.assign(Readable.from([typed ?? ""]), { isTTY: typed !== undefined });
  const io = { stdout: output("stdout", stdoutError), stderr: output("stderr"), env, stdin };
  const code = await verify(args, Object.assign(signals, io));
  return { code, ...texts };
}

const local = ["--base-url", "http://127.0.0.1:4010"];

/** The options for a service on this machine. */
function optionsFor(deviate?: Deviation): string[] {
  vi.stubGlobal("fetch", plantServiceFetch(deviate));
  return [...local, "--token", TOKEN];
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const returns201 = on(200, { status: 201 });

const acceptsInvalid: Deviation = (request, right) =>
  request.authorization ? on(400, jsonReply(200, { name: "Fern" }))(request, right) : right;

const ESCAPE = "\u001b";

describe("the exit code", () => {
  it("is 0 if the service conforms", async () => {
    expect((await run(optionsFor())).code).toBe(0);
  });

  it("is 0 if the service accepts invalid plants", async () => {
    expect((await run(optionsFor(acceptsInvalid))).code).toBe(0);
  });

  it("is 1 if the service violates a clause", async () => {
    expect((await run(optionsFor(returns201))).code).toBe(1);
  });

  it("is 1 if the service accepts invalid plants with --strict", async () => {
    expect((await run([...optionsFor(acceptsInvalid), "--strict"])).code).toBe(1);
  });

  it("is 0 with --strict if the service accepts nothing invalid", async () => {
    expect((await run([...optionsFor(), "--strict"])).code).toBe(0);
  });

  it.each<[number, string, Deviation]>([
    [2, "conforms", (_, right) => right],
    [1, "doesn't conform", returns201],
  ])("is %i if a 429 ends the run of a service that otherwise %s", async (code, _, deviate) => {
    let requests = 0;
    const limits: Deviation = (request, right) => (++requests > 5 ? jsonReply(429, {}) : deviate(request, right));
    expect((await run(optionsFor(limits))).code).toBe(code);
  });

  it("is 1 if the run stopped early", async () => {
    expect((await run([...optionsFor(() => "hang"), "--timeout", "30"])).code).toBe(1);
  });

  it("is 2 if there is no service to check", async () => {
    const { code, stdout, stderr } = await run(optionsFor(() => jsonReply(401, {})));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("plant-store verify: The service rejected the token: the first request returned 401.\n");
  });
});

describe("the base URL and the token", () => {
  it("come from the environment", async () => {
    optionsFor();
    const env = { PLANT_STORE_URL: "http://127.0.0.1:4010", PLANT_STORE_TOKEN: TOKEN };
    expect((await run([], { env })).code).toBe(0);
  });

  it("come from options rather than the environment", async () => {
    const env = { PLANT_STORE_URL: "plants", PLANT_STORE_TOKEN: "another" };
    expect((await run(optionsFor(), { env })).code).toBe(0);
  });
});

it("redacts a token in the base URL", async () => {
  const baseUrl = `http://127.0.0.1:4010/${encodeURIComponent(TOKEN)}`;
  const { stdout } = await run([...optionsFor(returns201), "--base-url", baseUrl]);
  expect(stdout).toContain("http://127.0.0.1:4010/[redacted]");
  expect(stdout).not.toContain("s3cret");
});

describe("invalid usage", () => {
  const timeout = "--timeout must be a number of milliseconds from 1 to 2147483647.";

  it.each<[string, readonly string[], Io["env"]?]>([
    ["--base-url or PLANT_STORE_URL is required.", [], { PLANT_STORE_URL: "" }],
    ["PLANT_STORE_URL must be an absolute URL, ", [], { PLANT_STORE_URL: "plants" }],
    ["--base-url must not be empty.", ["--base-url", ""]],
    ["--token or PLANT_STORE_TOKEN is required.", local],
    ["--token must be printable Latin-1", [...local, "--token", "s3cret b"]],
    [timeout, [...local, "--token", "a", "--timeout", "1s"]],
    [timeout, [...local, "--token", "a", "--timeout="]],
    ["Unexpected argument. See plant-store verify --help.", ["s3cret"]],
    ["Unknown option. Did you mean --token?", ["--tokn=s3cret"]],
    ["Unknown option. See plant-store verify --help.", ["--frobnicate-s3cret"]],
    ["Option '--token' argument is ambiguous. ", ["--token", "--s3cret"]],
    ["Option '--token <value>' argument missing.", ["--token"]],
    ["Option '--json' does not take an argument", ["--json=s3cret"]],
  ])("exits with 2: %s", async (message, args, env = {}) => {
    const { code, stdout, stderr } = await run(args, { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`plant-store verify: ${message}`);
    expect(stderr).not.toContain("s3cret");
  });
});

it("rejects with an error that isn't about its usage", async () => {
  const output = {
    write() {
      throw new Error("no output");
    },
  };
  const io = Object.assign(new EventEmitter(), { stdout: output, stderr: output, env: {} });
  await expect(verify(["-h"], io)).rejects.toThrow("no output");
});

it("prints its help with -h", async () => {
  const help = expect.stringMatching(/^Usage: plant-store verify /);
  expect(await run(["-h", ...local])).toEqual({ code: 0, stdout: help, stderr: "" });
});

describe("the text report", () => {
  it("starts as in docs/conformance.md", async () => {
    const deviate: Deviation = ({ body }, right) => {
      if (right.status === 400 && !body.toString().startsWith("{")) {
        return jsonReply(422, { detail: "Input should be an object" });
      }
      return body.includes('"name":42.5') ? jsonReply(200, { name: "42.5" }) : right;
    };
    const args = [...optionsFor(deviate), "--base-url", "https://staging.example.com", "--yes"];
    const { stdout } = await run([...args, "--quiet"]);
    const summary = stdout.lastIndexOf("\n\n");
    await expect(stdout.slice(0, summary + 1)).toMatchFileSnapshot("verify-violations.txt");
  });

  it("has a table of the cases by clause", async () => {
    const { stdout } = await run(optionsFor());
    expect(stdout).toMatch(/^No violations: http:\/\/127\.0\.0\.1:4010\n\nI1 {3}The service has one operation/);
    expect(stdout).toMatch(/\nI13 {2}HTTP bearer .*\n {5}conforms {4}200 {2}the smallest NewPlant\n/);
    expect(stdout).toMatch(/\n {5}not stated {2}401 {2}no token: the contract doesn't define the response to/);
    expect(stdout).toMatch(/\nConforms: \d+ conform, 0 violate, \d+ not stated\. \d+ requests\.\n$/);
  });

  it("refers to the causes in the table", async () => {
    const { stdout } = await run(optionsFor(returns201));
    expect(stdout).toMatch(/\nI11 {2}A valid body .*\n {5}violates {4}\d+ cases, see 1\n\n/);
    expect(stdout).toMatch(/\nDoes not conform: .*\n$/);
  });

  it("names clauses that no response shows", async () => {
    const { stdout } = await run(optionsFor(returns201));
    expect(stdout).toMatch(/\nI9 {3}A 200 response .*\n {5}no response shows whether the service conforms\n/);
  });

  it("says why the run stopped early", async () => {
    const { stdout } = await run([...optionsFor(() => "hang"), "--timeout", "30"]);
    expect(stdout).toContain("The run ended before the last case: 3 requests in a row had no complete response.\n");
  });

  it("lists what --strict doesn't allow", async () => {
    const { stdout } = await run([...optionsFor(acceptsInvalid), "--strict"]);
    expect(stdout).toMatch(/\nAccepted: \d+ invalid requests\. --strict requires that they fail\.\n {3}an id of /);
    expect(stdout).toMatch(/\nAccepts invalid requests: .*\n$/);
  });

  it("says that a 429 ended the run", async () => {
    let requests = 0;
    const { stdout } = await run(optionsFor((_, right) => (++requests > 5 ? jsonReply(429, {}) : right)));
    expect(stdout).toMatch(/^No violations: .*\n\nI1 /);
    expect(stdout).toContain("The run ended before the last case: request 6 returned 429.\n");
    expect(stdout).toMatch(/\nCould not be checked completely: .*\n$/);
  });

  it("omits the curl command for a body that isn't text", async () => {
    const isLatin1: Deviation = ({ body }, right) =>
      body.includes(0xe9) && !body.includes(0xc3) ? jsonReply(500, {}) : right;
    expect((await run(optionsFor(isLatin1))).stdout).not.toContain("   Repeat    ");
  });

  it("has colors on a terminal", async () => {
    const { stdout } = await run(optionsFor(returns201), { isTTY: true });
    expect(stdout).toContain(`${ESCAPE}[31m1. Status 201 instead of 200${ESCAPE}[0m`);
    expect(stdout).toContain(`     ${ESCAPE}[33mnot stated${ESCAPE}[0m  401  no token: the contract`);
  });

  it("has no colors without a terminal", async () => {
    expect((await run(optionsFor(returns201))).stdout).not.toContain(ESCAPE);
  });
});

describe("an interrupted run", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"])("lists the created plants after %s", async (signal) => {
    const signals = new EventEmitter();
    let requests = 0;
    const args = optionsFor((_, right) => {
      requests += 1;
      if (requests < 3) {
        return right;
      }
      signals.emit(signal);
      return "hang";
    });
    const { code, stderr } = await run(args, { signals });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /Interrupted\. 2 plants created\. The last request may have created another\. Ids: \d+, \d+\./,
    );
    expect(signals.eventNames()).toEqual([]);
  });
});

describe("the created plants", () => {
  it("are none if the service rejects everything", async () => {
    const { stdout } = await run(optionsFor(() => jsonReply(422, {})));
    expect(stdout).toContain("\nNo plants were created.\n");
  });

  it("have the run's id in their tag or name", async () => {
    const { stdout } = await run(optionsFor());
    expect(stdout).toMatch(
      /\n\d+ plants created\. Their tag or name contains "plant-store-conformance [\da-f]{16}"\. Ids: \d+, /,
    );
  });

  it("only may have been created if the connection drops", async () => {
    const { stdout } = await run(optionsFor(() => "close"));
    expect(stdout).toMatch(/\n3 plants may have been created\. Their tag .*\. Ids: \d+, \d+, \d+\.\n/);
  });

  it("are counted apart from those that may have been created", async () => {
    let requests = 0;
    const { stdout } = await run(optionsFor((_, right) => (++requests === 1 ? right : "close")));
    expect(stdout).toMatch(/\n1 plant created\. 3 more plants may have been created\. Their tag .*\n/);
  });
});

describe("--json", () => {
  it("prints only the report as JSON", async () => {
    const { stdout } = await run([...optionsFor(returns201), "--json"], { isTTY: true });
    expect(JSON.parse(stdout)).toMatchObject({ conforms: false, accepted: [], causes: [{ clause: "I11" }] });
  });

  it("escapes unprintable characters", async () => {
    const { stdout } = await run([...optionsFor(), "--json"]);
    const names = JSON.parse(stdout).created.map(({ name }: { name: string }) => name);
    expect(names).toContainEqual(expect.stringContaining("\u007f"));
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

it("exits with 2 if the report can't be written", async () => {
  const { code, stderr } = await run(optionsFor(), { stdoutError: new Error("write EPIPE") });
  expect([code, stderr]).toEqual([2, "plant-store verify: Could not write the report: write EPIPE.\n"]);
});

describe("progress", () => {
  const clearLine = `\r${ESCAPE}[K`;

  it("is on a terminal's stderr", async () => {
    const { stderr } = await run(optionsFor(), { isTTY: true });
    expect(stderr).toMatch(/14\/\d+ an id of -1/);
  });

  it("fits on one line of the terminal", async () => {
    const { stderr } = await run(optionsFor(), { isTTY: true, columns: 40 });
    const lines = stderr.split(clearLine);
    expect(Math.max(...lines.map((line) => line.length))).toBe(39);
    expect(stderr).not.toContain("\n");
  });

  it("is cleared at the end", async () => {
    const { stderr } = await run(optionsFor(), { isTTY: true });
    expect(stderr.endsWith(clearLine)).toBe(true);
  });

  it("isn't shown without a terminal", async () => {
    expect((await run(optionsFor())).stderr).toBe("");
  });
});

describe("a service on another machine", () => {
  const question = "This creates plants at https://plants.test. The contract has no operation to delete them.";
  const args = () => [...optionsFor(), "--base-url", "https://plants.test"];

  it("requires --yes without a terminal", async () => {
    const { code, stderr } = await run(args());
    expect(code).toBe(2);
    expect(stderr).toBe(`plant-store verify: ${question} Pass --yes to create them. Nothing was sent.\n`);
  });

  it("is checked with --yes", async () => {
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
