import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPlantStoreClient,
  type EndContext,
  type PlantStoreClient,
  type PlantStoreClientOptions,
} from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAndLog } from "../../examples/logs/log-call.ts";

/** Creates a plant, and returns the lines in the log, and the id of the call. `line` is the last one. */
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
  return { lines, line: lines.at(-1) ?? "", callId: callIds[0] };
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
])("logs the start and the end of a call with the id of its attempts: %j", async (outcome, ...faults) => {
  const { lines, callId } = await logCall(faults);
  const both = { id: "9007199254740993", callId, durationMs: expect.any(Number), time: expect.any(String) };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...both, outcome: "sending" },
    { ...both, ...outcome, attempts: 1 },
  ]);
});

it("logs the start before the plant is sent, and once also if it is sent again", async () => {
  const print = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => print.mockRestore());
  const events: string[] = [];
  print.mockImplementation((line) => void events.push(JSON.parse(line).outcome));
  const { fetch, failNext } = createPlantStoreMock();
  failNext(429);
  const client = createPlantStoreClient({
    baseUrl: "https://a.example",
    token: "t",
    fetch: (url, init) => {
      events.push("fetch");
      return fetch(url, init);
    },
  });
  await createAndLog(client, fern, { retries: 1, retryDelayMs: () => 0 });
  expect(events).toEqual(["sending", "fetch", "fetch", "created"]);
});

it("keeps the hooks of the call", async () => {
  const print = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => print.mockRestore());
  const { fetch } = createPlantStoreMock();
  const onEnd = vi.fn<(end: EndContext) => void>();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "t", fetch });
  await createAndLog(client, fern, { hooks: [{ onEnd }] });
  expect(onEnd).toHaveBeenCalledOnce();
});

it("takes the facts from the client, and not from the fields of the service's Error", async () => {
  const fields = { outcome: "created", mayHaveBeenCreated: false, callId: "0", status: 200, id: "0" };
  const { line, callId } = await logCall([
    () => Response.json({ error: 7, message: "Busy", ...fields }, { status: 503 }),
  ]);
  const facts = {
    outcome: "PlantStoreApiError",
    mayHaveBeenCreated: true,
    callId,
    status: 503,
    id: "9007199254740993",
  };
  expect(JSON.parse(line)).toMatchObject(facts);
});

it("starts the line with the time at the end of the call, in UTC", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 9, 30), toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { line } = await logCall([
    () => {
      vi.setSystemTime(Date.UTC(2026, 10, 28, 9, 31));
      return new Response();
    },
  ]);
  expect(line).toMatch(/^\{"time":"2026-11-28T09:31:00\.000Z",/);
});

it("logs invalid options as a bug, and nothing is sent", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "t", fetch });
  const { lines } = await logFailure(createPlant, fern, { timeoutMs: -1 });
  expect(JSON.parse(lines.join())).toMatchObject({
    outcome: "bug",
    message: expect.stringMatching(/^TypeError: Invalid options/),
  });
  expect(fetch).not.toHaveBeenCalled();
});

const abortBecause = (reason: unknown) => {
  const leaving = new AbortController();
  leaving.abort(reason);
  return { signal: leaving.signal };
};

it.each<[string, Partial<PlantStoreClientOptions>, object]>([
  [
    "a failing token function",
    {
      token: () => Promise.reject(new TypeError("fetch failed", { cause: new AggregateError([new Error("refused")]) })),
    },
    {
      outcome: "PlantStoreTokenError",
      cause: "TypeError: fetch failed, caused by AggregateError, caused by Error: refused",
    },
  ],
  [
    "a hook with a bug",
    { hooks: [{ onRequest: () => Promise.reject(new RangeError("a bug")) }] },
    { outcome: "PlantStoreCallbackError", cause: "RangeError: a bug" },
  ],
])("logs the cause of %s", async (_, options, facts) => {
  const { line } = await logCall([], options);
  expect(JSON.parse(line)).toMatchObject(facts);
});

/** Logs a call of this function, and returns the line, and what the call threw. */
async function logFailure(createPlant: PlantStoreClient["createPlant"], ...args: unknown[]) {
  const print = vi.spyOn(console, "log").mockReturnValue();
  const warn = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => {
    print.mockRestore();
    warn.mockRestore();
  });
  const [newPlant, options] = args as Parameters<PlantStoreClient["createPlant"]>;
  const thrown = await createAndLog({ createPlant }, newPlant, options).then(
    () => expect.fail("The call resolved"),
    (error: unknown) => error,
  );
  return { thrown, warned: warn.mock.calls, lines: print.mock.calls.map(([text]) => String(text)) };
}

const { createPlant } = createPlantStoreClient({ baseUrl: "https://a.example", token: "t" });
const fern = { id: 1, name: "Fern" };

it.each([
  ["left", "left"],
  [new Error("The user has left"), "Error: The user has left"],
])("logs the reason of an abort: %o", async (reason, cause) => {
  const { lines } = await logFailure(createPlant, fern, abortBecause(reason));
  expect(JSON.parse(lines.join())).toMatchObject({ outcome: "AbortError", cause });
});

it.each<[unknown, string]>([
  [new TypeError("Cannot read properties of null"), "TypeError: Cannot read properties of null"],
  [null, "null"],
  [undefined, "undefined"],
])("logs the name and the message of a bug, and throws it: %o", async (bug, message) => {
  const { thrown, lines } = await logFailure(() => Promise.reject(bug), fern);
  expect(thrown).toBe(bug);
  expect(JSON.parse(lines.join())).toMatchObject({ outcome: "bug", message });
});

it.each([null, undefined, {}])("throws the error of the client for the plant %o", async (newPlant) => {
  const { thrown, lines } = await logFailure(createPlant, newPlant);
  expect(thrown).toMatchObject({ name: "PlantStoreInputError" });
  expect(JSON.parse(lines.join())).toMatchObject({ outcome: "PlantStoreInputError" });
});

const circle = new Error("a circle");
circle.cause = new Error("back", { cause: circle });
const unreadable = {
  get cause() {
    throw new Error("no cause");
  },
};

it.each<[string, unknown, string]>([
  [
    "in a circle",
    circle,
    ["Error: a circle", "Error: back", "Error: a circle", "Error: back", "Error: a circle"].join(", caused by "),
  ],
  ["without text", Object.create(null), "something without text"],
  ["that can't be read", unreadable, "something without text"],
  [
    "whose cause has no text",
    new Error("broken", { cause: Object.create(null) }),
    "Error: broken, caused by something without text",
  ],
])("logs a bug %s, and a cause like it", async (_, bug, text) => {
  const { thrown } = await logFailure(() => Promise.reject(bug), fern);
  expect(thrown).toBe(bug);
  const { lines } = await logFailure(createPlant, fern, abortBecause(bug));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { outcome: "bug", message: text },
    { outcome: "AbortError", cause: text },
  ]);
});

it("logs an id without text", async () => {
  const { lines } = await logFailure(createPlant, { id: Object.create(null), name: "Fern" });
  expect(JSON.parse(lines.join())).toMatchObject({ outcome: "PlantStoreInputError", id: "something without text" });
});

it("returns the result also when the log is broken", async () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => {
    throw new Error("The disk is full");
  });
  const warn = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => {
    print.mockRestore();
    warn.mockRestore();
  });
  const { fetch } = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "t", fetch });
  expect((await createAndLog(client, fern)).data).toEqual({ name: "Fern" });
});

it("cuts a long text of the service", async () => {
  const { line } = await logCall([{ error: 7, message: "x".repeat(500_000) }]);
  expect(JSON.parse(line).message).toBe("x".repeat(1_000));
});

/** The lines that a command of the docs finds among these, without those of the calls in settled.txt. */
function findLines(name: string, lines: readonly string[], settled = "") {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "calls.log"), lines.map((line) => `${line}\n`).join(""));
  const command = readFileSync(`docs/snippets/${name}`, "utf8").trim();
  const [filter = ""] = readFileSync("examples/logs/runbook.md", "utf8").match(/\| grep [^`]+/) ?? [];
  writeFileSync(join(folder, "settled.txt"), settled);
  return execFileSync("bash", ["-c", `${command} ${filter}`], { cwd: folder, encoding: "utf8" })
    .split("\n")
    .slice(0, -1);
}

describe.each([
  { log: "a log", write: (line: string) => line },
  { log: "Docker's json-file log", write: (line: string) => JSON.stringify({ log: `${line}\n`, stream: "stdout" }) },
  { log: "the log of Docker Compose", write: (line: string) => `app-1  | ${line}` },
])("in $log", ({ write }) => {
  it("an alert finds the plants that may exist, and those that may exist twice", async () => {
    const again = { retries: 1, retryDelayMs: () => 0, shouldRetry: () => true };
    const calls = [await logCall([]), await logCall([400]), await logCall(["connection"]), await logCall([503], again)];
    const [, , inDoubt, createdTwice] = calls.map(({ line }) => write(line));
    const lines = calls.flatMap(({ lines }) => lines.map(write));
    expect(findLines("find-doubts.sh", lines)).toEqual([inDoubt, createdTwice]);
  });

  it("a command finds the calls without an end", async () => {
    const calls = [await logCall([]), await logCall(["connection"]), await logCall([400]), await logCall([])];
    const [created, inDoubt, refused, other] = calls.map(({ lines: [start = "", end = ""] }) => ({
      start: write(start),
      end: write(end),
    }));
    const own = `{"time":"2026-11-28","callId":"${calls[1]?.callId}","event":"sending an attempt"}`;
    const lines = [
      created?.start,
      inDoubt?.start,
      created?.end,
      write(own),
      refused?.start,
      refused?.end,
      other?.start,
    ];
    const unrelated = ["", "Started, with one worker, sending mails", "    at file.js:1,2", write("{}")];
    expect(findLines("find-unfinished.sh", [...lines, ...unrelated].map(String))).toEqual([
      inDoubt?.start,
      other?.start,
    ]);
  });

  it("the filter of the runbook leaves out the calls that are settled", async () => {
    const lines = ["k3-1", "k3-11"].map((callId) => write(`{"callId":"${callId}","id":7,"mayHaveBeenCreated":true}`));
    const settled = "k3-1\n\n \n7\n"; // somebody has written an id, too
    expect(findLines("find-doubts.sh", lines, settled)).toEqual([lines[1]]);
    expect(findLines("find-doubts.sh", lines)).toEqual(lines);
  });

  it("another alert finds the calls that fail until somebody repairs the cause, and created nothing", async () => {
    const page = (status: number) => () => new Response("<h1>A page</h1>", { status });
    const others = [
      await logCall([]),
      await logCall([{ status: 400, message: "There is such a plant" }]),
      await logCall(["connection"]),
      await logCall([page(502)]),
    ].flatMap(({ lines }) => lines);
    const outages = [
      await logCall([401]),
      await logCall([403]),
      await logCall([404]),
      await logCall([405]),
      await logCall([429]),
      await logCall([{ status: 400, message: "Invalid Access token" }]),
      await logCall([page(404)]),
      await logCall(["unreachable"]),
      await logCall([], { token: () => Promise.reject(new Error("no session")) }),
      await logCall([], { token: () => new Promise<string>(() => {}), timeoutMs: 1 }),
      await logCall([], { hooks: [{ onRequest: () => Promise.reject(new RangeError("a bug")) }] }),
    ].map(({ line }) => line);
    await logFailure(createPlant, null);
    await logFailure(createPlant, fern, abortBecause("left"));
    const { lines } = await logFailure(createPlant, fern, { timeoutMs: -1 }); // those of all three calls
    expect(lines).toHaveLength(3);
    const printed = "Plant 1042: PlantStoreApiError: The access token is not valid."; // by an app, beside the log
    const all = [...others, ...outages, ...lines, printed].map(write);
    expect(findLines("find-outages.sh", all)).toEqual([...outages, lines[2] ?? ""].map(write));
  });
});
