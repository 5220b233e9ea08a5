import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import type { MockServerOptions } from "plant-store-sdk/mocks/server";
import { expect, it } from "vitest";
import { openOutbox } from "../../examples/outbox/queue.ts";
import { startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const startOffline = (file: string, ...args: string[]) => startExample(["outbox.ts", ...args, "--file", file]);

/** A queue of two plants, and a server that they are sent to. */
async function newQueue(options: MockServerOptions = {}) {
  const file = temporaryFile("outbox.jsonl");
  const outbox = openOutbox(file);
  outbox.add([
    { id: 1, name: "Fern" },
    { id: 2, name: "Ficus" },
  ]);
  const { url, mock } = await mockServer(options);
  const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
  const start = (...args: string[]) => startExample(["outbox.ts", "--file", file, ...args], env);
  return { file, mock, start, list: () => openOutbox(file).list() };
}

/** A check of tokens for a mock server: requests that arrive get no response before it opens. */
function createGate() {
  const events = new EventEmitter();
  const opening = once(events, "open");
  async function token(): Promise<boolean> {
    events.emit("arrival");
    await opening;
    return true;
  }
  return { token, arrival: once(events, "arrival"), open: () => events.emit("open") };
}

it("stops after the plant that it is sending on Ctrl-C", async () => {
  const gate = createGate();
  const { mock, start, list } = await newQueue({ token: gate.token });
  const example = start();
  await gate.arrival;
  expect.assert(example.process.stderr);
  const message = once(example.process.stderr, "data");
  example.process.kill("SIGINT");
  expect(String(await message)).toContain("Stopping after the calls in progress");
  gate.open();
  expect(await example.outcome).toMatchObject({
    stdout: "1 created, 1 queued, 0 parked, 0 refused\nPaused: Ctrl-C\n",
    code: 1,
  });
  expect(list()).toMatchObject([{ state: "created" }, { state: "queued" }]);
  expect(mock.plants.size).toBe(1);
});

it.each([
  { concurrency: "1", states: ["parked", "queued"] },
  { concurrency: "2", states: ["parked", "parked"] },
])("parks what it was sending when it was killed, $concurrency at once", async ({ concurrency, states }) => {
  const gate = createGate();
  const { start, list } = await newQueue({ token: gate.token });
  const example = start("--concurrency", concurrency);
  await gate.arrival;
  example.process.kill("SIGKILL");
  await example.outcome;
  gate.open();
  expect(list().map(({ state }) => state)).toEqual(states);
});

it("shows what to settle", async () => {
  const file = temporaryFile("outbox.jsonl");
  openOutbox(file).save({ id: "1", name: "Fern", state: "sending" });
  expect(await startOffline(file).outcome).toMatchObject({
    stdout: "parked 1 Fern: Interrupted while sending\n0 created, 0 queued, 1 parked, 0 refused\n",
    code: 1,
  });
});

it("shows how many plants it has sent", async () => {
  const { start } = await newQueue();
  expect(await start().outcome).toEqual({
    stdout: "2 created, 0 queued, 0 parked, 0 refused\n",
    stderr: "Sent 1 of 2 plants\nSent 2 of 2 plants\n",
    code: 0,
  });
});

it("shows every outcome offline, with plants of its own", async () => {
  const file = temporaryFile("outbox.jsonl");
  const { stdout, code } = await startOffline(file).outcome;
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^parked \d+ Aloe vera: POST /),
    expect.stringMatching(/^refused \d+ Ficus lyrata: No room for another plant\.$/),
    "1 created, 0 queued, 1 parked, 1 refused",
    "",
  ]);
  expect(code).toBe(1);
});

it("adds a plant", async () => {
  const file = temporaryFile("outbox.jsonl");
  expect(await startOffline(file, "add", "Fern", "indoor").outcome).toMatchObject({ stderr: "", code: 0 });
  expect(openOutbox(file).list()).toMatchObject([{ name: "Fern", tag: "indoor", state: "queued" }]);
});

it("adds plants from a file, and sends them at once", async () => {
  const { file, mock, start, list } = await newQueue();
  const from = `${file}.plants`;
  writeFileSync(from, '{"id":9007199254740993,"name":"Ivy"}\n{"id":"4","name":"Moss"}\n');
  expect(await start("add", "--from", from).outcome).toMatchObject({ stdout: "Added 2 plants\n", code: 0 });
  expect(await start("--concurrency", "4").outcome).toMatchObject({ code: 0 });
  expect(mock.plants.get(9_007_199_254_740_993n)?.name).toBe("Ivy");
  expect(list().map(({ state }) => state)).toEqual(["created", "created", "created", "created"]);
});

it("settles a plant in doubt", async () => {
  const file = temporaryFile("outbox.jsonl");
  openOutbox(file).save({ id: "42", name: "Fern", state: "parked" });
  expect(await startOffline(file, "settle", "42", "missing").outcome).toMatchObject({ stderr: "", code: 0 });
  expect(openOutbox(file).list()).toEqual([{ id: "42", name: "Fern", state: "queued" }]);
});

it.each([
  { args: ["--help"], stdout: /^Usage: /, stderr: /^$/, code: 0 },
  { args: ["no-such-command"], stdout: /^$/, stderr: /^Usage: /, code: 1 },
  { args: ["send", "--concurrency", "many"], stdout: /^$/, stderr: /^--concurrency must be a whole number/, code: 1 },
  { args: ["send", "--from", "plants.jsonl"], stdout: /^$/, stderr: /^Usage: /, code: 1 },
  { args: ["settle", "42", "created"], stdout: /^$/, stderr: /^No parked or refused plant has the id 42\n$/, code: 1 },
])("explains itself: $args", async ({ args, stdout, stderr, code }) => {
  expect(await startOffline(temporaryFile("outbox.jsonl"), ...args).outcome).toEqual({
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
    code,
  });
});

// bash ends a write at 1 KiB, as a full disk would.
it.skipIf(process.platform === "win32")("keeps its file whole when a save fails halfway", async () => {
  const file = temporaryFile("outbox.jsonl");
  const program = `
    import { openOutbox } from "./examples/outbox/queue.ts";
    const outbox = openOutbox(process.argv[1]);
    const add = (name) => outbox.add([{ id: 1, name }]);
    try {
      add("Fern".repeat(1_000));
    } catch {
      add("Ivy");
    }`;
  const node = `"${process.execPath}" --import tsx --input-type=module --eval "$0" "$1"`;
  const env = { PATH: process.env.PATH, TSX_DISABLE_CACHE: "1" };
  await promisify(execFile)("bash", ["-c", `ulimit -f 1; ${node}`, program, file], { env });
  expect(openOutbox(file).list()).toMatchObject([{ name: "Ivy" }]);
});
