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
    time: expect.any(String),
  });
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

it("throws the client's error also when the line can't be written", async () => {
  const bug = Object.create(null); // has no text
  const { thrown, lines, warned } = await logFailure(() => Promise.reject(bug), fern);
  expect(thrown).toBe(bug);
  expect(lines).toEqual([]);
  expect(warned).toEqual([["A call isn't in the log:", expect.any(TypeError)]]);
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

/** The lines that a command of the docs finds among these. */
function findLines(name: string, lines: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "calls.log"), lines.map((line) => `${line}\n`).join(""));
  const command = readFileSync(`docs/snippets/${name}`, "utf8");
  return execFileSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" }).trim().split("\n");
}

it("lets an alert find the plants that may exist, and those that may exist twice", async () => {
  const again = { retries: 1, retryDelayMs: () => 0, shouldRetry: () => true };
  const created = await logCall([]);
  const refused = await logCall([400]);
  const inDoubt = await logCall(["connection"]);
  const createdTwice = await logCall([503], again);
  const lines = [created, refused, inDoubt, createdTwice].map(({ line }) => line);
  expect(findLines("find-doubts.sh", lines)).toEqual([inDoubt.line, createdTwice.line]);
});

it("lets another alert find the calls that fail until somebody repairs the cause, and created nothing", async () => {
  const page = (status: number) => () => new Response("<h1>A page</h1>", { status });
  const others = [
    await logCall([]),
    await logCall([{ status: 400, message: "There is such a plant" }]),
    await logCall(["connection"]),
    await logCall([page(502)]),
  ].map(({ line }) => line);
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
  expect(findLines("find-outages.sh", [...others, ...outages, ...lines])).toEqual([...outages, lines[2]]);
});
