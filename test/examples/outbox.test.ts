import { readFileSync } from "node:fs";
import { type PlantStoreClient, type PlantStoreClientOptions, PlantStoreError } from "plant-store-sdk";
import type { Fault } from "plant-store-sdk/mocks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openOutbox } from "../../examples/outbox/queue.ts";
import { sendQueued } from "../../examples/outbox/send-queued.ts";
import { createdNames, createQueue, settleAll, states } from "../support/outbox.ts";

afterEach(() => void vi.useRealTimers());

const NAMES = ["Aloe", "Fern", "Ficus"];
const FOUR = [...NAMES, "Ivy"];

const fail = () => {
  throw new Error("A bug");
};

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
    const queue = createQueue(NAMES);
    queue.mock.failWhen({ name: "Fern" }, fault, { times: 1 });
    await sendUntilTimeout(queue);
    settleAll(queue.outbox, queue.mock);
    await queue.send();
    expect(createdNames(queue.mock).sort()).toEqual(NAMES);
    expect(states(openOutbox(queue.file))).toEqual(["created", "created", "created"]);
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
    expect(lines.flatMap((line) => JSON.parse(line)).map(({ state }) => state)).toEqual(["queued", "sending"]);
  });

  it("chooses a different id of 63 bits for each plant", () => {
    const ids = createQueue(NAMES)
      .outbox.list()
      .map(({ id }) => BigInt(id));
    expect(new Set(ids).size).toBe(NAMES.length);
    expect(ids.filter((id) => id < 0n || id >= 2n ** 63n)).toEqual([]);
  });

  it("sends the ids exactly", async () => {
    const { outbox, mock, send } = createQueue(NAMES);
    await send();
    expect(mock.plants.all().map(({ id }) => String(id))).toEqual(outbox.list().map(({ id }) => id));
  });

  it("sends nothing that was created before", async () => {
    const { mock, send } = createQueue(NAMES);
    await send();
    await send();
    expect(mock.requests).toHaveLength(NAMES.length);
  });

  it("stops when it is told to, after the plant in progress", async () => {
    const { outbox, client } = createQueue(NAMES);
    const stop = new AbortController();
    const onSent = () => stop.abort(new Error("Enough"));
    await expect(sendQueued(outbox, client, { stop, onSent })).rejects.toThrow("Enough");
    expect(states(outbox)).toEqual(["created", "queued", "queued"]);
  });

  it("leaves a plant in doubt when the program itself is wrong", async () => {
    const { file, outbox } = createQueue(["Fern"]);
    const client: PlantStoreClient = { createPlant: () => Promise.reject(new RangeError("A bug")) };
    await expect(sendQueued(outbox, client)).rejects.toThrow("A bug");
    expect(states(openOutbox(file))).toEqual(["parked"]);
  });

  it("continues after failures if other plants succeed in between", async () => {
    const { outbox, mock, send } = createQueue(FOUR);
    mock.failWhen({ name: "Aloe" }, refusal);
    mock.failWhen({ name: "Fern" }, refusal);
    mock.failWhen({ name: "Ivy" }, refusal);
    expect(await send()).toBeUndefined();
    expect(states(outbox)).toEqual(["refused", "refused", "created", "refused"]);
  });

  it("continues after an onResponse hook that fails", async () => {
    const print = vi.spyOn(console, "error").mockReturnValue();
    const { outbox, send } = createQueue(NAMES, { hooks: [{ onResponse: fail }] });
    expect(await send()).toBeUndefined();
    expect(states(outbox)).toEqual(["created", "created", "created"]);
    print.mockRestore();
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
    expect(await send()).toBeInstanceOf(PlantStoreError);
    expect(states(outbox)).toEqual([state, state, state, "queued"]);
    expect(mock.requests).toHaveLength(3);
  });

  it.each([401, 403])("at once after status %i, since the token is wrong for every plant", async (status) => {
    const { outbox, mock, send } = createQueue(NAMES);
    mock.failWhen({}, { ...refusal, status });
    expect(await send()).toMatchObject({ status });
    expect(states(outbox)).toEqual(["queued", "queued", "queued"]);
    expect(mock.requests).toHaveLength(1);
  });

  it.each<{ callback: string; options: Partial<PlantStoreClientOptions>; state: string }>([
    { callback: "onRequest", options: { hooks: [{ onRequest: fail }] }, state: "queued" },
    { callback: "fetch", options: { fetch: async () => JSON.parse("{}") }, state: "parked" },
  ])("at once when $callback fails, and leaves the plant $state", async ({ callback, options, state }) => {
    const { outbox, send } = createQueue(NAMES, options);
    expect(await send()).toMatchObject({ callback });
    expect(states(outbox)).toEqual([state, "queued", "queued"]);
  });
});
