import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import type { NewPlant } from "plant-store-sdk";

export interface QueuedPlant {
  readonly id: string; // text, since JSON.parse rounds integers beyond 2^53
  readonly name: string;
  readonly tag?: string | undefined;
  /** "parked" may exist: somebody must find out. "refused" doesn't exist, and can't succeed as it is. */
  readonly state: "queued" | "sending" | "created" | "parked" | "refused";
  readonly reason?: string | undefined;
}

/** 63 random bits: no two plants get the same id. */
export const randomPlantId = () => randomBytes(8).readBigUInt64BE() >> 1n;

export type Outbox = ReturnType<typeof openOutbox>;

/** Opens a file with a line for each change: a JSON array of the plants that changed. The last state of a plant counts. */
export function openOutbox(path: string) {
  const plants = new Map<string, QueuedPlant>();
  const content = readFileSync(path, { flag: "a+" }); // creates the file
  let size = content.lastIndexOf("\n") + 1;
  truncateSync(path, size); // a crash may have cut off the last line
  for (const line of content.toString("utf8", 0, size).split("\n").slice(0, -1)) {
    for (const plant of JSON.parse(line) as QueuedPlant[]) {
      const isInDoubt = plant.state === "sending";
      plants.set(plant.id, isInDoubt ? { ...plant, state: "parked", reason: "Interrupted while sending" } : plant);
    }
  }

  /** Returns when the line is on the disk. A crash leaves all of these changes in the file, or none. */
  function append(changed: readonly QueuedPlant[]): void {
    const line = `${JSON.stringify(changed)}\n`;
    try {
      appendFileSync(path, line, { flag: "as" });
    } catch (error) {
      truncateSync(path, size); // a full disk may have taken half of the line
      throw error;
    }
    size += Buffer.byteLength(line);
    for (const plant of changed) {
      plants.set(plant.id, plant);
    }
  }

  return {
    save: (plant: QueuedPlant) => append([plant]),
    list: (state?: QueuedPlant["state"]) => [...plants.values()].filter((plant) => !state || plant.state === state),
    add: (added: readonly NewPlant[]) =>
      append(added.map(({ id, name, tag }) => ({ id: String(id), name, tag, state: "queued" }))),
    /** Records what somebody found out: the plant exists, or it is missing, and is sent again. */
    settle(id: string, finding: "created" | "missing"): void {
      const plant = plants.get(id);
      if (plant?.state !== "parked" && plant?.state !== "refused") {
        throw new Error(`No parked or refused plant has the id ${id}`);
      }
      append([{ ...plant, state: finding === "created" ? "created" : "queued" }]);
    },
  };
}
