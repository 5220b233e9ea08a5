import { type NewPlant, type PlantStoreClient, unwrap } from "plant-store-sdk";
import { classify } from "./queue/send-queued.ts";

export interface Sent {
  readonly newPlant: NewPlant;
  /** A parked plant may exist: settle it. A queued one doesn't: send it again. */
  readonly state: "created" | "parked" | "queued" | "refused";
  readonly reason?: string;
}

/**
 * Sends plants, at most `concurrency` at once, and returns what became of each, in the same order. Starts no more after
 * three failures in a row, refused plants aside, and after a refused token or a mistake in your code: the rest is "queued".
 * Stores nothing: after a kill, any of the plants may exist. To store the states, use queue/.
 */
export async function sendAll(
  newPlants: readonly NewPlant[],
  createPlant: PlantStoreClient["createPlant"],
  concurrency: number,
): Promise<Sent[]> {
  if (!(concurrency >= 1)) {
    throw new RangeError(`concurrency must be at least 1: ${concurrency}`);
  }
  const sent: Sent[] = [];
  const waiting = newPlants.entries();
  let failuresInARow = 0;
  let stoppedBy = "";

  async function sendOneAfterAnother() {
    for (const [index, newPlant] of waiting) {
      sent[index] = stoppedBy
        ? { newPlant, state: "queued", reason: `Not sent, since another failed: ${stoppedBy}` }
        : await send(newPlant);
    }
  }

  async function send(newPlant: NewPlant): Promise<Sent> {
    try {
      await createPlant(newPlant).then(unwrap);
      failuresInARow = 0;
      return { newPlant, state: "created" };
    } catch (error) {
      const { state, reason, isOurs } = classify(error);
      failuresInARow += state === "refused" ? 0 : 1;
      if (isOurs || failuresInARow === 3) {
        stoppedBy ||= reason;
      }
      return { newPlant, state, reason };
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, newPlants.length) }, sendOneAfterAnother));
  return sent;
}
