import { EventEmitter } from "node:events";
import type { ConformanceReport } from "plant-store-sdk/conformance";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Io } from "../../cli/command.ts";
import { verify } from "../../cli/verify.ts";
import { conclude, formatReport } from "../../cli/verify-report.ts";
import { check } from "../conformance/check.ts";
import { closedUrl } from "../support/listening.ts";
import {
  type Deviation,
  errorReply,
  idDigits,
  jsonReply,
  on,
  plantServiceFetch,
  TOKEN,
} from "../support/plant-service.ts";

interface Surroundings {
  readonly isTTY?: boolean;
  readonly env?: Io["env"];
  /** Makes each write to stdout fail. */
  readonly stdoutError?: Error;
  /** Emits signals. */
  readonly signals?: EventEmitter;
}

async function run(args: readonly string[], surroundings: Surroundings = {}) {
  const { isTTY = false, env = {}, stdoutError, signals = new EventEmitter() } = surroundings;
  const texts = { stdout: "", stderr: "" };
  const output = (name: keyof typeof texts, error?: Error) => ({
    isTTY,
    write(text: string, onDone?: (error?: Error) => void) {
      texts[name] += text;
      onDone?.(error);
    },
  });
  const io = { stdout: output("stdout", stdoutError), stderr: output("stderr"), env };
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

const acceptsOne = (({ body }, right) =>
  body.includes('"name":42.5') ? jsonReply(200, { name: "42.5" }) : right) satisfies Deviation;

const returnsAnother = on(200, jsonReply(200, { name: "always the same" }));

const trimsNames: Deviation = (_, right) => ({ ...right, body: right.body.replace(/" | "/g, '"') });

/** Returns 429 after a number of requests. */
function limits(number: number, deviate: Deviation = (_, right) => right): Deviation {
  let requests = 0;
  return (request, right) => (++requests > number ? jsonReply(429, {}) : deviate(request, right));
}

/** Drops the connection from a request on. */
function drops(from: number, deviate: Deviation = (_, right) => right): Deviation {
  let requests = 0;
  return (request, right) => (++requests >= from ? "close" : deviate(request, right));
}

describe("the exit code", () => {
  it.each<[number, string, Deviation | undefined, ...string[]]>([
    [0, "conforms", undefined],
    [0, "accepts nothing invalid, with --strict", undefined, "--strict"],
    [0, "accepts invalid plants", acceptsInvalid],
    [0, "returns another Plant", returnsAnother],
    [1, "accepts a single invalid request, with --strict", acceptsOne, "--strict"],
    [1, "returns another Plant, with --strict", returnsAnother, "--strict"],
    [0, "trims names", trimsNames],
    [1, "trims names, with --strict", trimsNames, "--strict"],
    [1, "violates a clause", returns201],
    [1, "violates a clause before a 429 ends the run", limits(5, returns201)],
    [1, "violates a clause before its connections drop", drops(5, returns201)],
    [1, "accepts an invalid request before a 429 ends the run, with --strict", limits(40, acceptsOne), "--strict"],
    [1, "drops its connections after it has responded", drops(5)],
    [2, "rejects the token", on(200, { status: 401 })],
    [2, "returns the same Error for a wrong token", () => errorReply("no")],
    [3, "ends the run with a 429", limits(5)],
    [3, "ends the run with a 429, with --strict", limits(5), "--strict"],
    [3, "accepts an invalid request before a 429 ends the run", limits(40, acceptsOne)],
    [3, "returns 429 at first", limits(0)],
    [3, "returns 503", () => jsonReply(503, {})],
    [3, "drops every connection", drops(1)],
  ])("is %i if the service %s", async (code, _, deviate, ...flags) => {
    expect((await run([...optionsFor(deviate), ...flags])).code).toBe(code);
  });

  it("is 3 if nothing listens", async () => {
    const { code, stderr } = await run(["--base-url", await closedUrl(), "--token", "a"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^plant-store verify: The service is unavailable, or .* Created, .*: none\. Each plant of this run has /,
    );
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

it("--timeout limits each request", async () => {
  const { code, stderr } = await run([...optionsFor(() => "hang"), "--timeout", "20"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining(" failed: no complete response within 20 ms. ")]);
});

describe("invalid usage", () => {
  const timeout = "--timeout must be a number of milliseconds from 1 to 2147483647.";

  it.each<[string, readonly string[], Io["env"]?]>([
    ["--base-url or PLANT_STORE_URL is required; --token or PLANT_STORE_TOKEN is required.", []],
    ["--base-url or PLANT_STORE_URL is required.", ["--token", "a"], { PLANT_STORE_URL: "" }],
    ["PLANT_STORE_URL must be an absolute URL, ", ["--token", "a"], { PLANT_STORE_URL: "plants" }],
    ["--base-url must not be empty.", ["--base-url", "", "--token", "a"]],
    ["--token or PLANT_STORE_TOKEN is required.", local],
    ["--token must be printable Latin-1", [...local, "--token", "s3cret b"]],
    [timeout, [...local, "--token", "a", "--timeout", "1s"]],
    ["Unexpected argument. See plant-store verify --help.", ["s3cret"]],
    ["Unknown option --tokn. Did you mean --token?", ["--tokn=s3cret"]],
    ["Unknown option -x. See plant-store verify --help.", ["-xs3cret"]],
    ["Option '--token' argument is ambiguous. ", ["--token", "--s3cret"]],
    ["Option '--token <value>' argument missing.", ["--token"]],
    ["Option '--json' does not take an argument", ["--json=s3cret"]],
  ])("exits with 2: %s", async (message, args, env = {}) => {
    const { code, stdout, stderr } = await run(args, { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`plant-store verify: ${message}`);
    expect(stderr).not.toMatch(/s3cret|\.\. See/);
  });
});

it("rejects with an unexpected error, and prints a document with the created plants with --json", async () => {
  const args = optionsFor();
  const service = globalThis.fetch;
  let requests = 0;
  vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
    ++requests === 1 ? service(...request) : undefined,
  );
  const stdout = { write: vi.fn() };
  const io = Object.assign(new EventEmitter(), { stdout, stderr: { write: vi.fn() }, env: {} });
  await expect(verify([...args, "--json"], io)).rejects.toThrow(TypeError);
  const document = { error: "Unexpected error. See stderr.", created: [expect.stringMatching(/^\d+$/)] };
  expect(stdout.write.mock.calls.map(([text]) => JSON.parse(text))).toEqual([document]);
});

describe("the text report", () => {
  it("lists causes as in docs/conformance.md", async () => {
    const deviate: Deviation = ({ body }, right) => {
      if (right.status === 400 && !body.toString().startsWith("{")) {
        return jsonReply(422, { error: 422, message: "Input should be an object" });
      }
      return body.includes('"name":42.5') ? jsonReply(200, { name: "42.5" }) : right;
    };
    const { stdout } = await run([...optionsFor(deviate), "--base-url", "https://staging.example.com", "--yes"]);
    const report = stdout.slice(stdout.indexOf("1. "), stdout.lastIndexOf("\n\n") + 1);
    await expect(report).toMatchFileSnapshot("verify-violations.txt");
  });

  it("lists the cases, and says which ones aren't checked", async () => {
    const { stdout } = await run(optionsFor());
    expect(stdout).toMatch(
      /^Cases at http:\/\/127\.0\.0\.1:4010\n {3}conforms {4}200 {2}I4 {3}the smallest NewPlant\n/,
    );
    expect(stdout).toMatch(/\n {3}not stated {2}401 {2}I13 {2}no token: the contract doesn't define the response to/);
    expect(stdout).toMatch(
      /\nNo violations found: \d+ conform, 0 violate\. Unchecked, because the contract leaves them open: \d+\..*\n$/,
    );
  });

  it("names up to five cases of a cause", async () => {
    const deviate: Deviation = ({ body }, right) =>
      right.status === 400 && !body.toString().endsWith("}") ? jsonReply(422, {}) : right;
    const { stdout } = await run(optionsFor(deviate));
    expect(stdout).toContain("\n   Cases     an array; a string; null; no body; truncated JSON\n");
  });

  it("says what each clause of a cause requires", async () => {
    const { stdout } = await run(optionsFor((_, right) => ({ ...right, ...jsonReply(201, { name: "Fern" }) })));
    expect(stdout).toMatch(/\n {3}I11 {7}A valid body.*\n {3}I9 {8}A 200 response .*\n {3}Expected /);
    expect(stdout).toMatch(/\n {3}violates {4}201 {2}I9 {3}an array: status 201 instead of 200\n/);
    expect(stdout).toMatch(/\nDoes not conform: .*\n$/);
  });

  it("lists what --strict doesn't allow", async () => {
    const { stdout } = await run([...optionsFor(acceptsInvalid), "--strict"]);
    expect(stdout).toMatch(/\n {3}Accepted {2}an id of 2\^63, above int64 and \d+ more\n\n/);
    expect(stdout).toMatch(/\nFails --strict: .*\n$/);
  });

  it("says why the run stopped early", async () => {
    const { stdout } = await run(optionsFor(limits(5)));
    const end = "The run ended before the last case: request 6 returned 429.";
    expect(stdout).toMatch(new RegExp(`\\nCould not be checked completely: .* 0 violate\\. .* ${end}\\n$`));
  });

  it("omits the curl command for a body that isn't text", async () => {
    const isLatin1: Deviation = ({ body }, right) =>
      body.includes(0xe9) && !body.includes(0xc3) ? jsonReply(500, {}) : right;
    expect((await run(optionsFor(isLatin1))).stdout).not.toContain("   Repeat    ");
  });
});

describe("an interrupted run", () => {
  /** Sends a signal instead of the fourth response. */
  async function interrupt(signal: string, deviate: Deviation = (_, right) => right) {
    const signals = new EventEmitter();
    const ids: string[] = [];
    const args = optionsFor((request, right) => {
      if (ids.push(idDigits(request)) < 4) {
        return deviate(request, right);
      }
      signals.emit(signal);
      return "hang";
    });
    return { ...(await run(args, { signals })), signals, ids };
  }

  it.each(["SIGINT", "SIGTERM", "SIGHUP"])("exits with 3 and reports its plants after %s", async (signal) => {
    const { code, stdout, signals, ids } = await interrupt(signal);
    expect(code).toBe(3);
    expect(stdout).toContain(
      `\nCreated, as confirmed by the service: ${ids[0]}, ${ids[1]}. Each plant of this run has `,
    );
    expect(stdout).toMatch(/ The run ended before the last case: interrupted\.\n$/);
    expect(signals.eventNames()).toEqual([]);
  });

  it("exits with 1 if it has found a violation", async () => {
    expect((await interrupt("SIGINT", returns201)).code).toBe(1);
  });
});

describe("a report that can't be written", () => {
  const stdoutError = new Error("write EPIPE");

  it("is followed by no other document", async () => {
    const { stdout } = await run([...optionsFor(), "--json"], { stdoutError });
    expect(JSON.parse(stdout)).toMatchObject({ conforms: true });
  });

  it("exits with 2, and names the created plants on stderr", async () => {
    const { code, stderr } = await run(optionsFor(), { stdoutError });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^plant-store verify: Could not write the report: write EPIPE\. Created, as confirmed by the service: \d+, /,
    );
  });
});

describe("--json", () => {
  it("prints only the report as JSON, and the text of the same report on stderr", async () => {
    const { stdout, stderr } = await run([...optionsFor(returns201), "--json"]);
    const report: ConformanceReport = JSON.parse(stdout);
    expect(report).toMatchObject({ conforms: false, accepted: [], causes: [{ clauses: ["I11"] }] });
    expect(stderr).toBe(formatReport(report, {}));
  });

  it.each<[string, readonly string[], Deviation?]>([
    ["an unknown option", ["--jsn"]],
    ["an invalid option", ["--timeout", "0"]],
    ["a service that rejects the token", [...local, "--token", "wrong"]],
  ])("prints the error as JSON after %s", async (_, args) => {
    optionsFor();
    const { code, stdout, stderr } = await run([...args, "--json"]);
    expect(code).toBe(2);
    const error = stderr.trim().replace("plant-store verify: ", "");
    expect(JSON.parse(stdout)).toEqual({ error, created: [] });
  });

  it("prints no document with --help", async () => {
    const { code, stdout } = await run(["--json", "--help"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: plant-store verify /)]);
  });
});

it("shows in its help what it does with each operation", async () => {
  const { stdout } = await run(["--help"]);
  expect(stdout).toMatch(/^ {2}createPlant +about 50 requests\b/m);
});

it("names the operations that aren't checked in the result", async () => {
  const report = { ...(await check()), notChecked: ["getPlant", "listPlants"] };
  expect(conclude(report, {}).summary).toMatch(/^No violations found: .* Not checked: getPlant, listPlants\.$/);
});

it("counts the cases on a terminal's stderr, without escape codes", async () => {
  const { stdout, stderr } = await run(optionsFor(), { isTTY: true });
  expect(stderr).toMatch(/^\rCase 1 {4}\r\rCase 2 {4}\r.*\r {10}\r$/s);
  expect(stdout + stderr).not.toContain("\u001b");
});

describe("a service on another machine", () => {
  const args = () => [...optionsFor(), "--base-url", "https://plants.test"];

  it("requires --yes", async () => {
    const { code, stderr } = await run(args());
    expect(code).toBe(2);
    expect(stderr).toBe(
      "plant-store verify: This creates plants at https://plants.test. The contract has no operation to delete them. " +
        "Pass --yes to create them. Nothing was sent.\n",
    );
  });
});
