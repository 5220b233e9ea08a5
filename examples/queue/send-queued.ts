import { type Plant, PlantStoreError } from "plant-store-sdk";
import { isRefusedToken } from "../renew-token.ts";

export const STATES = ["queued", "sending", "created", "parked", "refused"] as const;
export type State = (typeof STATES)[number];

/** Sends queued rows in order. `save` resolves when the state of a row is on the disk. */
export async function sendQueued<Row>(
  rows: readonly Row[],
  create: (row: Row) => Promise<Plant>,
  save: (row: Row, state: State, reason?: string) => Promise<void>,
): Promise<void> {
  let failuresInARow = 0;
  for (const row of rows) {
    await save(row, "sending"); // on the disk before the request: after a kill, the plant may exist
    try {
      await create(row);
    } catch (error) {
      const { state, reason, isAboutThisRow, isOurs } = classify(error);
      await save(row, state, reason);
      failuresInARow += isAboutThisRow ? 0 : 1;
      if (isOurs || failuresInARow === 3) {
        throw error;
      }
      continue;
    }
    await save(row, "created");
    failuresInARow = 0;
  }
}

/** What a failure means for its row, and for the next ones, which would fail too if it's ours. */
export function classify(error: unknown): {
  readonly state: "parked" | "queued" | "refused";
  readonly reason: string;
  readonly isAboutThisRow: boolean;
  readonly isOurs: boolean;
} {
  const reason = toText(error);
  if (!(error instanceof PlantStoreError)) {
    // A bug in your code, perhaps after it has sent the plant.
    return { state: "parked", reason, isAboutThisRow: false, isOurs: true };
  }
  const isAboutThisRow = error.name === "PlantStoreInputError";
  // If `isRefusedToken` doesn't match what the service sends, valid plants count as refused.
  const isOurs =
    error.name === "PlantStoreCallbackError" || error.name === "PlantStoreTokenError" || isRefusedToken(error);
  const state = error.mayHaveBeenCreated ? "parked" : error.isTransient || isOurs ? "queued" : "refused";
  return { state, reason, isAboutThisRow, isOurs };
}

/** The names and messages of an error and its causes. */
function toText(error: unknown): string {
  const { errors, cause = errors?.[0] } = Object(error);
  return cause === undefined ? String(error) : `${String(error)}, caused by ${toText(cause)}`;
}
