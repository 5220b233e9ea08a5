import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockServerOptions } from "plant-store-sdk/mocks/server";
import { expect, it, onTestFinished } from "vitest";
import { openOutbox } from "../../examples/outbox/queue.ts";
import { startExample } from "../support/example.ts";
import { mockServer } from "../support/mock-server.ts";

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "outbox.jsonl");
}

const startOffline = (file: string, ...args: string[]) => startExample(["outbox.ts", ...args, "--file", file]);

/** A queue of two plants, and a server that they are sent to. */
async function newQueue(options: MockServerOptions = {}) {
  const file = await newFile();
  const outbox = openOutbox(file);
  outbox.add("Fern");
  outbox.add("Ficus");
  const { url, mock } = await mockServer(options);
  const env = { PLANT_STORE_URL: url, PLANT_STORE_TOKEN: "any-token" };
  const start = () => startExample(["outbox.ts", "--file", file], env);
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
  expect(String(await message)).toContain("Stopping after this plant");
  gate.open();
  expect(await example.outcome).toMatchObject({
    stdout: "1 created, 1 queued, 0 parked, 0 refused\nStopped\n",
    code: 1,
  });
  expect(list()).toMatchObject([{ state: "created" }, { state: "queued" }]);
  expect(mock.plants.size).toBe(1);
});

it("parks the plant that it was sending when it was killed", async () => {
  const gate = createGate();
  const { start, list } = await newQueue({ token: gate.token });
  const example = start();
  await gate.arrival;
  example.process.kill("SIGKILL");
  await example.outcome;
  gate.open();
  expect(list()).toMatchObject([{ name: "Fern", state: "parked" }, { state: "queued" }]);

  const [fern] = list();
  expect(await start().outcome).toMatchObject({
    stdout: [`parked ${fern?.id} Fern: Interrupted while sending`, "1 created, 0 queued, 1 parked, 0 refused", ""].join(
      "\n",
    ),
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
  const file = await newFile();
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
  const file = await newFile();
  expect(await startOffline(file, "add", "Fern", "indoor").outcome).toMatchObject({ stderr: "", code: 0 });
  expect(openOutbox(file).list()).toMatchObject([{ name: "Fern", tag: "indoor", state: "queued" }]);
});

it("settles a plant in doubt", async () => {
  const file = await newFile();
  openOutbox(file).save({ id: "42", name: "Fern", state: "parked" });
  expect(await startOffline(file, "settle", "42", "missing").outcome).toMatchObject({ stderr: "", code: 0 });
  expect(openOutbox(file).list()).toEqual([{ id: "42", name: "Fern", state: "queued" }]);
});

it.each([
  { args: ["--help"], stdout: /^Usage: /, stderr: /^$/, code: 0 },
  { args: ["no-such-command"], stdout: /^$/, stderr: /^Usage: /, code: 1 },
  { args: ["settle", "42", "created"], stdout: /^$/, stderr: /^No parked or refused plant has the id 42\n$/, code: 1 },
])("explains itself: $args", async ({ args, stdout, stderr, code }) => {
  expect(await startOffline(await newFile(), ...args).outcome).toEqual({
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
    code,
  });
});
