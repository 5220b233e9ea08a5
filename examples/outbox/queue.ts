import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import { PlantStoreCallbackError, type PlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";

export interface QueuedPlant {
  readonly id: string; // text, since JSON.parse rounds integers beyond 2^53
  readonly name: string;
  readonly tag?: string | undefined;
  /** "parked" may exist: somebody must find out. "refused" doesn't exist, and can't succeed as it is. */
  readonly state: "queued" | "sending" | "created" | "parked" | "refused";
  readonly reason?: string | undefined;
}

export type Outbox = ReturnType<typeof openOutbox>;

/** Opens a file with a line for each change of a plant. The last line of an id counts. */
export function openOutbox(path: string) {
  const plants = new Map<string, QueuedPlant>();
  const content = readFileSync(path, { flag: "a+" }); // creates the file
  const end = content.lastIndexOf("\n") + 1;
  truncateSync(path, end); // a crash may have cut off the last line
  for (const line of content.toString("utf8", 0, end).split("\n").slice(0, -1)) {
    const plant: QueuedPlant = JSON.parse(line);
    const isInDoubt = plant.state === "sending";
    plants.set(plant.id, isInDoubt ? { ...plant, state: "parked", reason: "Interrupted while sending" } : plant);
  }

  function save(plant: QueuedPlant): void {
    appendFileSync(path, `${JSON.stringify(plant)}\n`, { flag: "as" }); // returns when the line is on the disk
    plants.set(plant.id, plant);
  }

  return {
    save,
    list: (state?: QueuedPlant["state"]) => [...plants.values()].filter((plant) => !state || plant.state === state),
    add(name: string, tag?: string): void {
      const id = String(randomBytes(8).readBigUInt64BE() >> 1n); // 63 random bits: no two plants get the same id
      save({ id, name, tag, state: "queued" });
    },
    /** Records what somebody found out: the plant exists, or it is missing, and is sent again. */
    settle(id: string, finding: "created" | "missing"): void {
      const plant = plants.get(id);
      if (plant?.state !== "parked" && plant?.state !== "refused") {
        throw new Error(`No parked or refused plant has the id ${id}`);
      }
      save({ ...plant, state: finding === "created" ? "created" : "queued" });
    },
  };
}

// #region send
const MAX_FAILURES_IN_A_ROW = 3;

/** Sends the queued plants, one after another, until `stop` aborts. Returns why it paused, or `undefined` at the end. */
export async function sendQueued(
  outbox: Pick<Outbox, "list" | "save">,
  client: PlantStoreClient,
  { stop, onSent }: { stop?: AbortSignal; onSent?: () => void } = {},
): Promise<string | undefined> {
  let failuresInARow = 0;
  for (const plant of outbox.list("queued")) {
    if (stop?.aborted) {
      return "Stopped";
    }
    outbox.save({ ...plant, state: "sending" }); // before the call: after a crash, the plant is in doubt
    const failure = await send(client, plant);
    outbox.save({ ...plant, state: failure ? decide(failure) : "created", reason: failure?.message });
    onSent?.();
    failuresInARow = failure ? failuresInARow + 1 : 0;
    if (failure instanceof PlantStoreCallbackError) {
      throw failure; // our own code is wrong
    }
    if (failure && (isDenied(failure) || failuresInARow === MAX_FAILURES_IN_A_ROW)) {
      return `Paused: ${failure.message}`;
    }
  }
  return undefined;
}

function decide(failure: PlantStoreError): QueuedPlant["state"] {
  if (failure.mayHaveBeenCreated) {
    return "parked";
  }
  const maySucceedLater = failure.isTransient || isDenied(failure) || failure instanceof PlantStoreCallbackError;
  return maySucceedLater ? "queued" : "refused";
}

const isDenied = (failure: PlantStoreError) => "status" in failure && [401, 403].includes(Number(failure.status));
// #endregion

async function send({ createPlant }: PlantStoreClient, { id, name, tag }: QueuedPlant) {
  try {
    await createPlant({ id: BigInt(id), name, tag }).then(unwrap);
    return undefined;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      return error;
    }
    throw error; // a bug. The plant stays "sending"
  }
}
