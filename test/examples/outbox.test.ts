import { appendFileSync } from "node:fs";
import { createPlantStoreClient, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type Fault, type PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { type Outbox, openOutbox, randomPlantId } from "../../examples/outbox/queue.ts";
import { readPlants } from "../../examples/outbox/read-plants.ts";
import { sendQueued } from "../../examples/outbox/send-queued.ts";
import { deferred } from "../support/deferred.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const NAMES = ["Aloe", "Basil", "Cedar", "Daisy"];
const refusal = { error: 7, message: "No room" };

/** A queue of four plants, and the mock that they are sent to. `send` resolves to the reason if it stops early. */
function createQueue(options: Partial<PlantStoreClientOptions> = {}) {
  const file = temporaryFile("outbox.jsonl");
  const outbox = openOutbox(file);
  outbox.add(NAMES.map((name) => ({ id: randomPlantId(), name })));
  const mock = createPlantStoreMock();
  const baseUrl = "https://plants.example.com";
  const client = createPlantStoreClient({ baseUrl, token: "any-token", fetch: mock.fetch, ...options });
  const send = (from: Outbox, concurrency = 1) =>
    sendQueued(from, client, { concurrency }).catch((reason: Error) => reason);
  return { file, mock, outbox, send, created: () => mock.plants.all().map(({ name }) => name) };
}

const states = (outbox: Outbox) => outbox.list().map(({ state }) => state);

/** What a person does: looks for each plant that was parked or refused, and says whether it exists. */
function settleAll(outbox: Outbox, { plants }: PlantStoreMock): void {
  for (const { id } of [...outbox.list("parked"), ...outbox.list("refused")]) {
    outbox.settle(id, plants.get(BigInt(id)) ? "created" : "missing");
  }
}

/** An outbox whose program ends at a save, of which a part gets to the disk. */
function crashAt(crash: number, part: number, outbox: Outbox, file: string): Outbox["save"] {
  let saves = 0;
  return (plant) => {
    saves++;
    if (saves < crash) {
      outbox.save(plant);
      return;
    }
    if (saves === crash) {
      const line = `${JSON.stringify([plant])}\n`;
      appendFileSync(file, line.slice(0, line.length * part));
    }
    throw new Error("Crash"); // at each later save too, whatever happens to the calls in progress
  };
}

const SAVES = NAMES.flatMap((_, index) => [2 * index + 1, 2 * index + 2]); // as "sending", then with its outcome
const crashes = SAVES.flatMap((save) =>
  [0, 0.5, 1].flatMap((part) => [1, 3].map((atOnce) => ({ save, part, atOnce }))),
);

it.each(crashes)("survives a crash at save $save, $part written, $atOnce at once", async ({ save, part, atOnce }) => {
  const { file, mock, outbox, send, created } = createQueue();
  await send({ ...outbox, save: crashAt(save, part, outbox, file) }, atOnce);

  const reopened = openOutbox(file);
  settleAll(reopened, mock);
  await send(reopened, atOnce);
  expect(created().sort()).toEqual(NAMES);
  expect(states(openOutbox(file))).toEqual(["created", "created", "created", "created"]);
});

it.each<{ fault: Fault; state: string }>([
  { fault: "unreachable", state: "queued" },
  { fault: { ...refusal, status: 429 }, state: "queued" },
  { fault: "connection", state: "parked" },
  { fault: { fault: "connection", creates: true }, state: "parked" },
  { fault: { ...refusal, status: 503, creates: true }, state: "parked" },
  { fault: refusal, state: "refused" },
])("leaves a plant $state after $fault, with the reason", async ({ fault, state }) => {
  const { file, mock, outbox, send } = createQueue();
  mock.failNext(fault);
  await send(outbox);
  expect(openOutbox(file).list()[0]).toMatchObject({ name: "Aloe", state, reason: expect.stringMatching(/./) });
});

it("sends the ids exactly", async () => {
  const { mock, outbox, send } = createQueue();
  await send(outbox);
  expect(mock.plants.all().map(({ id }) => String(id))).toEqual(outbox.list().map(({ id }) => id));
});

describe("stops", () => {
  it("after three failures in a row", async () => {
    const { mock, outbox, send } = createQueue();
    mock.failWhen({}, refusal);
    expect(await send(outbox)).toMatchObject(refusal);
    expect(states(outbox)).toEqual(["refused", "refused", "refused", "queued"]);
  });

  it("not after three failures with a success in between", async () => {
    const { mock, outbox, send } = createQueue();
    mock.failWhen(({ name }) => name !== "Basil", refusal);
    expect(await send(outbox)).toBeUndefined();
    expect(states(outbox)).toEqual(["refused", "created", "refused", "refused"]);
  });

  const invalidFetch = { fetch: async () => JSON.parse("{}") };
  it.each<{ reason: string; status: number; options?: Partial<PlantStoreClientOptions>; state: string }>([
    { reason: "status 401", status: 401, state: "queued" },
    { reason: "status 403", status: 403, state: "queued" },
    { reason: "a bug in a callback", status: 400, options: invalidFetch, state: "parked" },
  ])("at once after $reason", async ({ status, options, state }) => {
    const { mock, outbox, send } = createQueue(options);
    mock.failWhen({}, { ...refusal, status });
    expect(await send(outbox)).toBeInstanceOf(Error);
    expect(states(outbox)).toEqual([state, "queued", "queued", "queued"]);
  });

  it("without losing the outcomes of the calls in progress", async () => {
    const refused = deferred();
    const { mock, outbox, send } = createQueue({
      fetch: async (url, init) => {
        await (String(init?.body).includes("Aloe") || refused.promise);
        return mock.fetch(url, init);
      },
    });
    mock.failWhen({ name: "Aloe" }, { ...refusal, status: 401 });
    const save: Outbox["save"] = (plant) => {
      outbox.save(plant);
      if (plant.reason) {
        refused.resolve();
      }
    };
    expect(await send({ ...outbox, save }, 3)).toMatchObject({ status: 401 });
    expect(states(outbox)).toEqual(["queued", "created", "created", "queued"]);
  });
});

describe("reading plants", () => {
  it.each([
    { line: '{"id":"9007199254740993","name":"Fern","tag":"indoor"}', plant: { name: "Fern", tag: "indoor" } },
    { line: '{"garden":{"id":7},"name":"Fern", "id" : 9007199254740993 }\r', plant: { name: "Fern" } },
    { line: '\n{"name":"My \\"id\\": 5","id":9007199254740993}\n', plant: { name: 'My "id": 5' } },
  ])("keeps the id exact: $line", ({ line, plant }) => {
    expect(readPlants(line, [])).toEqual([{ id: 9_007_199_254_740_993n, ...plant }]);
  });

  it("names every problem, and the line that has it", () => {
    const lines = ['{"id":1,"name":"Fern"}', '{"id":"007","name":""}', "Ivy", '{"id":2}', '{"id":1,"name":"Moss"}'];
    expect(() => readPlants(lines.join("\n"), [])).toThrow(
      /^Nothing was added:\n {2}line 2, id: .+\n {2}line 2, name: .+\n {2}line 3: .*JSON.*\n {2}line 4, name: .+\n {2}line 5, id: line 1 has the id 1 too$/,
    );
    expect(() => readPlants('{"id":1,"name":"Fern"}', ["1"])).toThrow("line 1, id: the queue has the id 1 too");
  });
});
