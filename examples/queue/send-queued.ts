import { type NewPlant, type PlantStoreClient, PlantStoreError, unwrap } from "plant-store-sdk";
import { isRefusedToken } from "./renew-token.ts";

/** Where rows are stored. */
export interface Store<Row> {
  /** Sets a queued row to "sending", with the time, in one statement. Resolves to false if it isn't queued any more. */
  claim(row: Row): Promise<boolean>;
  /** Writes what became of a row. A "parked" plant may exist: settle it. A "queued" one doesn't: a later run sends it. */
  save(row: Row, state: "created" | "parked" | "queued" | "refused", reason: string): Promise<unknown>;
}

/**
 * Sends rows, each once, `concurrency` at a time. Other senders may send the same rows meanwhile. Starts no more after a
 * refused token, a mistake in your code or three failures in a row, saves what is on its way, and rejects with the failure.
 */
export async function sendQueued<Row extends NewPlant>(
  rows: readonly Row[],
  createPlant: PlantStoreClient["createPlant"],
  { claim, save }: Store<Row>,
  concurrency = 1,
): Promise<void> {
  if (!(concurrency >= 1)) {
    throw new RangeError(`concurrency must be at least 1: ${concurrency}`);
  }
  const waiting = rows.values();
  const stoppedBy: unknown[] = [];
  let failuresInARow = 0;

  async function sendInTurn(): Promise<void> {
    for (const row of waiting) {
      if (stoppedBy.length === 0 && (await claim(row))) {
        await send(row);
      }
    }
  }

  async function send(row: Row): Promise<void> {
    try {
      await createPlant(row).then(unwrap);
    } catch (error) {
      failuresInARow += 1;
      if (failuresInARow === 3 || isAboutAllRows(error)) {
        stoppedBy.push(error);
      }
      return void (await save(row, toState(error), String(error)));
    }
    failuresInARow = 0;
    await save(row, "created", "");
  }

  await Promise.all(Array.from({ length: concurrency }, () => sendInTurn().catch((error) => stoppedBy.push(error))));
  if (stoppedBy.length > 0) {
    throw stoppedBy[0];
  }
}

const isAboutAllRows = (error: unknown): boolean =>
  !(error instanceof PlantStoreError) || /Token|Callback/.test(error.name) || isRefusedToken(error);

function toState(error: unknown) {
  if (!(error instanceof PlantStoreError) || error.mayHaveBeenCreated) {
    return "parked"; // a mistake in your code may come after the request
  }
  const isRefused = error.name === "PlantStoreApiError" && [400, 409, 422].includes(error.status);
  const isAboutPlant = error.name === "PlantStoreInputError" || (isRefused && !isRefusedToken(error));
  return isAboutPlant ? "refused" : "queued"; // another status, such as 404, may be due to the base URL
}
