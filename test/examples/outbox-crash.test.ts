import { appendFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Outbox, openOutbox } from "../../examples/outbox/queue.ts";
import { sendQueued } from "../../examples/outbox/send-queued.ts";
import { createdNames, createQueue, settleAll, states } from "../support/outbox.ts";

const SAVES_A_PLANT = 2; // as "sending", then with its outcome

/** An outbox whose program ends at a save: nothing is saved from then on, whatever happens to the calls in progress. */
function crashAt(crash: number, when: "before" | "while" | "after", outbox: Outbox, file: string): Outbox {
  let saves = 0;
  return {
    ...outbox,
    save(plant) {
      saves++;
      if (saves === crash && when === "while") {
        appendFileSync(file, JSON.stringify([plant]).slice(0, -1));
      }
      if (saves < crash || (saves === crash && when === "after")) {
        outbox.save(plant);
      }
      if (saves >= crash) {
        throw new Error("Crash");
      }
    },
  };
}

describe.each([
  { concurrency: 1, names: ["Aloe", "Fern", "Ficus"] },
  { concurrency: 8, names: Array.from({ length: 12 }, (_, index) => `Fern ${index}`) },
])("a crash with $concurrency at once", ({ concurrency, names }) => {
  const crashes = Array.from({ length: SAVES_A_PLANT * names.length }, (_, index) => index + 1).flatMap((save) =>
    (["before", "while", "after"] as const).map((when) => ({ save, when })),
  );

  it.each(crashes)("loses no plant and creates none twice $when save $save", async ({ save, when }) => {
    const { file, mock, client, outbox } = createQueue(names);
    for (const [index, name] of names.entries()) {
      mock.failWhen({ name }, { delayMs: index % 3 }); // calls don't end in the order in which they start
    }
    const sent = sendQueued(crashAt(save, when, outbox, file), client, { concurrency });
    await expect(sent).rejects.toThrow("Crash");

    const reopened = openOutbox(file);
    settleAll(reopened, mock);
    await sendQueued(reopened, client, { concurrency });
    expect(createdNames(mock).sort()).toEqual([...names].sort());
    expect(states(openOutbox(file))).toEqual(names.map(() => "created"));
  });
});

describe("a crash", () => {
  it("parks a plant that was being sent", () => {
    const { file, outbox } = createQueue(["Fern"]);
    const [fern] = outbox.list();
    expect.assert(fern);
    outbox.save({ ...fern, state: "sending" });
    expect(openOutbox(file).list()).toEqual([{ ...fern, state: "parked", reason: "Interrupted while sending" }]);
  });

  it("adds no plant when it cuts off the line that adds several", () => {
    const { file } = createQueue(["Fern"]);
    appendFileSync(file, '[{"id":"1","name":"Ivy","state":"queued"},{"id":"2","name"');
    expect(openOutbox(file).list()).toMatchObject([{ name: "Fern" }]);
  });
});
