import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlantStoreClient, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type Fault, type PlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { type Outbox, openOutbox, sendQueued } from "../../examples/outbox/queue.ts";

const folder = mkdtempSync(join(tmpdir(), "outbox-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.useRealTimers());

const NAMES = ["Aloe", "Fern", "Ficus"];
const FOUR = [...NAMES, "Ivy"];
let files = 0;

/** A queue of plants in a file, and the mock that they are sent to. */
function createQueue(names: readonly string[] = NAMES, options: Partial<PlantStoreClientOptions> = {}) {
  const file = join(folder, `${++files}.jsonl`);
  const outbox = openOutbox(file);
  for (const name of names) {
    outbox.add(name);
  }
  const mock = createPlantStoreMock();
  const baseUrl = "https://plants.example.com";
  const client = createPlantStoreClient({ baseUrl, token: "any-token", fetch: mock.fetch, ...options });
  return { file, mock, client, outbox, send: () => sendQueued(outbox, client) };
}

/** What a person does: looks for each plant that was parked or refused, and says whether it exists. */
function settleAll(outbox: Outbox, { plants }: PlantStoreMock): void {
  for (const { id } of [...outbox.list("parked"), ...outbox.list("refused")]) {
    outbox.settle(id, plants.get(BigInt(id)) ? "created" : "missing");
  }
}

const states = (outbox: Outbox) => outbox.list().map(({ state }) => state);
const createdNames = ({ plants }: PlantStoreMock) => plants.all().map(({ name }) => name);

const refusal = { error: 7, message: "No room" };
const faults: readonly { fault: Fault; state: string; plants: number }[] = [
  { fault: "unreachable", state: "queued", plants: 0 },
  { fault: "connection", state: "parked", plants: 0 },
  { fault: { fault: "connection", creates: true }, state: "parked", plants: 1 },
  { fault: "timeout", state: "parked", plants: 0 },
  { fault: { fault: "timeout", creates: true }, state: "parked", plants: 1 },
  { fault: "malformed", state: "parked", plants: 0 },
  { fault: { fault: "malformed", creates: true }, state: "parked", plants: 1 },
  { fault: "html", state: "parked", plants: 0 },
  { fault: { fault: "html", creates: true }, state: "parked", plants: 1 },
  { fault: refusal, state: "refused", plants: 0 },
  { fault: { ...refusal, creates: true }, state: "refused", plants: 1 },
  { fault: { ...refusal, status: 401 }, state: "queued", plants: 0 },
  { fault: { ...refusal, status: 403 }, state: "queued", plants: 0 },
  { fault: { ...refusal, status: 429 }, state: "queued", plants: 0 },
  { fault: { ...refusal, status: 503 }, state: "parked", plants: 0 },
  { fault: { ...refusal, status: 503, creates: true }, state: "parked", plants: 1 },
];

/** Sends while the clock stands still, then lets the call time out. */
async function sendUntilTimeout({ send }: ReturnType<typeof createQueue>): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const sent = send();
  await vi.advanceTimersByTimeAsync(30_000);
  await sent;
}

describe("a fault", () => {
  it.each(faults)("leaves the plant $state after $fault", async ({ fault, state, plants }) => {
    const queue = createQueue(["Fern"]);
    queue.mock.failNext(fault);
    await sendUntilTimeout(queue);
    expect(openOutbox(queue.file).list()).toMatchObject([{ name: "Fern", state, reason: expect.stringMatching(/./) }]);
    expect(queue.mock.plants.size).toBe(plants);
  });

  it.each(faults)("loses no plant and creates none twice with $fault", async ({ fault }) => {
    const queue = createQueue();
    queue.mock.failWhen({ name: "Fern" }, fault, { times: 1 });
    await sendUntilTimeout(queue);
    settleAll(queue.outbox, queue.mock);
    await queue.send();
    expect(createdNames(queue.mock).sort()).toEqual(NAMES);
    expect(states(openOutbox(queue.file))).toEqual(["created", "created", "created"]);
  });
});

describe("a crash", () => {
  const saves = NAMES.flatMap((name) => [`${name} as sending`, `${name} as created`]);
  const crashes = saves.flatMap((save, index) =>
    (["before", "while", "after"] as const).map((when) => ({ when, save, index })),
  );

  it.each(crashes)("loses no plant and creates none twice $when it saves $save", async ({ when, index }) => {
    const { file, mock, client, outbox } = createQueue();
    let saved = 0;
    const crashing: typeof outbox = {
      ...outbox,
      save(plant) {
        const isLast = saved++ === index;
        if (isLast && when === "while") {
          appendFileSync(file, JSON.stringify(plant).slice(0, -1));
        }
        if (!isLast || when === "after") {
          outbox.save(plant);
        }
        if (isLast) {
          throw new Error("Crash");
        }
      },
    };
    await expect(sendQueued(crashing, client)).rejects.toThrow("Crash");

    const reopened = openOutbox(file);
    settleAll(reopened, mock);
    await sendQueued(reopened, client);
    expect(createdNames(mock)).toEqual(expect.arrayContaining(NAMES));
    expect(mock.plants.size).toBe(NAMES.length);
    expect(states(openOutbox(file))).toEqual(["created", "created", "created"]);
  });

  it("parks a plant that was being sent", async () => {
    const { file, outbox } = createQueue(["Fern"]);
    const [fern] = outbox.list();
    expect.assert(fern);
    outbox.save({ ...fern, state: "sending" });
    expect(openOutbox(file).list()).toEqual([{ ...fern, state: "parked", reason: "Interrupted while sending" }]);
  });

  it("leaves a plant in doubt when the program itself is wrong", async () => {
    const { file, outbox } = createQueue(["Fern"]);
    const client = { createPlant: () => Promise.reject(new RangeError("A bug")) };
    await expect(sendQueued(outbox, client)).rejects.toThrow("A bug");
    expect(states(openOutbox(file))).toEqual(["parked"]);
  });
});

describe("the queue", () => {
  it("has the plant on the disk before it sends it", async () => {
    const lines: string[] = [];
    const queue = createQueue(["Fern"], {
      fetch: async () => {
        lines.push(...readFileSync(queue.file, "utf8").trimEnd().split("\n"));
        return Response.json({ name: "Fern" });
      },
    });
    await queue.send();
    expect(lines.map((line) => JSON.parse(line).state)).toEqual(["queued", "sending"]);
  });

  it("chooses a different id of 63 bits for each plant", () => {
    const ids = createQueue()
      .outbox.list()
      .map(({ id }) => BigInt(id));
    expect(new Set(ids).size).toBe(NAMES.length);
    expect(ids.filter((id) => id < 0n || id >= 2n ** 63n)).toEqual([]);
  });

  it("sends the ids exactly", async () => {
    const { outbox, mock, send } = createQueue();
    await send();
    expect(mock.plants.all().map(({ id }) => String(id))).toEqual(outbox.list().map(({ id }) => id));
  });

  it("sends nothing that was created before", async () => {
    const { mock, send } = createQueue();
    await send();
    await send();
    expect(mock.requests).toHaveLength(NAMES.length);
  });

  it("stops when its signal aborts, after the plant in progress", async () => {
    const { outbox, client } = createQueue();
    const stop = new AbortController();
    expect(await sendQueued(outbox, client, { stop: stop.signal, onSent: () => stop.abort() })).toBe("Stopped");
    expect(states(outbox)).toEqual(["created", "queued", "queued"]);
  });

  it("continues after failures if other plants succeed in between", async () => {
    const { outbox, mock, send } = createQueue(FOUR);
    mock.failWhen({ name: "Aloe" }, refusal);
    mock.failWhen({ name: "Fern" }, refusal);
    mock.failWhen({ name: "Ivy" }, refusal);
    expect(await send()).toBeUndefined();
    expect(states(outbox)).toEqual(["refused", "refused", "created", "refused"]);
  });

  it.each(["queued", "sending", "created"] as const)("settles no plant that is %s", (state) => {
    const { outbox } = createQueue(["Fern"]);
    const [fern] = outbox.list();
    expect.assert(fern);
    outbox.save({ ...fern, state });
    expect(() => outbox.settle(fern.id, "missing")).toThrow(`No parked or refused plant has the id ${fern.id}`);
  });
});

describe("the queue pauses", () => {
  it.each<{ fault: Fault; state: string }>([
    { fault: refusal, state: "refused" },
    { fault: "connection", state: "parked" },
    { fault: "unreachable", state: "queued" },
  ])("after three plants in a row that end as $state", async ({ fault, state }) => {
    const { outbox, mock, send } = createQueue(FOUR);
    mock.failWhen({}, fault);
    expect(await send()).toMatch(/^Paused: /);
    expect(states(outbox)).toEqual([state, state, state, "queued"]);
    expect(mock.requests).toHaveLength(3);
  });

  it.each([401, 403])("at once after status %i, since the token is wrong for every plant", async (status) => {
    const { outbox, mock, send } = createQueue();
    mock.failWhen({}, { ...refusal, status });
    expect(await send()).toBe("Paused: No room");
    expect(states(outbox)).toEqual(["queued", "queued", "queued"]);
    expect(mock.requests).toHaveLength(1);
  });
});

describe("a hook of our own that fails", () => {
  it.each([
    { hook: "onRequest", state: "queued" },
    { hook: "onResponse", state: "parked" },
  ])("stops the queue and leaves the plant $state: $hook", async ({ hook, state }) => {
    const bug = new Error("A bug");
    const hooks = {
      [hook]() {
        throw bug;
      },
    };
    const { file, send } = createQueue(NAMES, { hooks: [hooks] });
    await expect(send()).rejects.toMatchObject({ cause: bug });
    expect(states(openOutbox(file))).toEqual([state, "queued", "queued"]);
  });
});
