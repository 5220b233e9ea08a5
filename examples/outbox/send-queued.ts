import { PlantStoreCallbackError, type PlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";
import type { Outbox, QueuedPlant } from "./queue.ts";

type Client = Pick<PlantStoreClient, "createPlant">;

interface SendOptions {
  /** How many plants are sent at once. @default 1 */
  readonly concurrency?: number;
  /** Abort it to start no more calls. `sendQueued` aborts it too, if the next plant would probably fail. */
  readonly stop?: AbortController;
  readonly onSent?: () => void;
}

const MAX_FAILURES_IN_A_ROW = 3;

/** Sends the queued plants. If it stops early, it saves the outcomes of the calls in progress, then rejects with the reason. */
export async function sendQueued(
  outbox: Pick<Outbox, "list" | "save">,
  client: Client,
  { concurrency = 1, stop = new AbortController(), onSent }: SendOptions = {},
): Promise<void> {
  const waiting = outbox.list("queued").values(); // shared by the senders, so each plant goes to one of them
  let failuresInARow = 0;

  async function sendOneByOne(): Promise<void> {
    for (const plant of waiting) {
      if (stop.signal.aborted) {
        return;
      }
      outbox.save({ ...plant, state: "sending" }); // before the call: after a crash, the plant is in doubt
      const failure = await send(client, plant);
      outbox.save({ ...plant, state: failure ? decide(failure) : "created", reason: failure?.message });
      onSent?.();
      failuresInARow = failure ? failuresInARow + 1 : 0;
      if (failure && (concernsEveryPlant(failure) || failuresInARow === MAX_FAILURES_IN_A_ROW)) {
        stop.abort(failure);
      }
    }
  }

  const senders = Array.from({ length: concurrency }, () => sendOneByOne().catch((bug) => stop.abort(bug)));
  await Promise.all(senders);
  stop.signal.throwIfAborted();
}

function decide(failure: PlantStoreError): QueuedPlant["state"] {
  if (failure.mayHaveBeenCreated) {
    return "parked"; // somebody must settle it
  }
  if (failure.isTransient || concernsEveryPlant(failure)) {
    return "queued"; // the next run sends it again
  }
  return "refused"; // it can't succeed as it is
}

/** Whether the service refused the token, or a function of ours failed. The next plant would fail too. */
function concernsEveryPlant(failure: PlantStoreError): boolean {
  const isDenied = "status" in failure && (failure.status === 401 || failure.status === 403);
  return isDenied || failure instanceof PlantStoreCallbackError;
}

async function send({ createPlant }: Client, { id, name, tag }: QueuedPlant) {
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
