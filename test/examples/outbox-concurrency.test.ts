import { expect, it } from "vitest";
import type { QueuedPlant } from "../../examples/outbox/queue.ts";
import { sendQueued } from "../../examples/outbox/send-queued.ts";
import { createdNames, createQueue, states } from "../support/outbox.ts";

const NAMES = ["Aloe", "Basil", "Cedar", "Daisy", "Elder", "Fern"];

type Outcome = () => unknown;
const created: Outcome = () => Response.json({ name: "A plant" });
const refused: Outcome = () => Response.json({ error: 7, message: "No room" }, { status: 400 });
const unauthorized: Outcome = () => Response.json({ error: 7, message: "Who are you?" }, { status: 401 });
const invalid: Outcome = () => ({});

/** Sends three plants at once. A call ends when the test ends it. */
function sendThreeAtOnce({ beforeSave = (_: QueuedPlant) => {} } = {}) {
  const calls = new Map<string, (response: never) => void>();
  const { client, outbox } = createQueue(NAMES, {
    fetch: (_, init) => new Promise((resolve) => calls.set(JSON.parse(String(init?.body)).name, resolve)),
  });
  const save = (plant: QueuedPlant) => {
    beforeSave(plant);
    outbox.save(plant);
  };
  const sent = sendQueued({ ...outbox, save }, client, { concurrency: 3 }).catch((reason: Error) => reason);

  const sending = () => outbox.list("sending").map(({ name }) => name);
  const poll = <T>(read: () => T) => expect.poll(read, { interval: 1 });
  async function end(name: string, outcome: Outcome): Promise<void> {
    await poll(() => calls.has(name)).toBe(true);
    calls.get(name)?.(outcome() as never);
    await poll(sending).not.toContain(name);
  }
  return { outbox, sent, sending, end };
}

it("sends as many plants at once as it is told", async () => {
  const { sending, end } = sendThreeAtOnce();
  expect(sending()).toEqual(["Aloe", "Basil", "Cedar"]);
  await end("Basil", created);
  expect(sending()).toEqual(["Aloe", "Cedar", "Daisy"]);
});

it("sends each plant once", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Fern ${index}`);
  const { client, mock, outbox } = createQueue(names);
  await sendQueued(outbox, client, { concurrency: 8 });
  expect(createdNames(mock).sort()).toEqual(names.sort());
});

it.each([
  { reason: "a refused token", outcomes: [unauthorized], result: "queued, created, created, queued, queued, queued" },
  { reason: "a bug in a callback", outcomes: [invalid], result: "parked, created, created, queued, queued, queued" },
  {
    reason: "three failures",
    outcomes: [refused, refused, refused],
    result: "refused, refused, refused, created, created, queued",
  },
])("starts no call after $reason, and saves the calls in progress", async ({ outcomes, result }) => {
  const { outbox, sent, sending, end } = sendThreeAtOnce();
  for (const [index, outcome] of outcomes.entries()) {
    await end(String(NAMES[index]), outcome);
  }
  for (const name of sending()) {
    await end(name, created);
  }
  expect(await sent).toBeInstanceOf(Error);
  expect(states(outbox).join(", ")).toBe(result);
});

it("starts no call after a save that fails, and saves the calls in progress", async () => {
  const fullDisk = new Error("No space is left");
  const { outbox, sent, sending, end } = sendThreeAtOnce({
    beforeSave({ name, state }) {
      if (name === "Daisy" && state === "sending") {
        throw fullDisk;
      }
    },
  });
  await end("Aloe", created);
  for (const name of sending()) {
    await end(name, created);
  }
  expect(await sent).toBe(fullDisk);
  expect(states(outbox).join(", ")).toBe("created, created, created, queued, queued, queued");
});

it("counts failures in a row in the order in which calls end", async () => {
  const { outbox, sent, end } = sendThreeAtOnce();
  await end("Basil", refused);
  await end("Cedar", refused);
  await end("Aloe", created);
  await end("Daisy", refused);
  await end("Elder", created);
  await end("Fern", created);
  expect(await sent).toBeUndefined();
  expect(states(outbox)).toEqual(["created", "refused", "refused", "refused", "created", "created"]);
});
