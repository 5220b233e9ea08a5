import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type Hooks,
  type NewPlant,
  type PlantStoreClient,
  PlantStoreError,
} from "plant-store-sdk";

/**
 * Creates a plant. Logs a line before the plant is sent, and one when the call has ended, with the same `callId`. No mistake in
 * logging changes what the call returns or throws.
 */
export async function createAndLog(
  { createPlant }: Pick<PlantStoreClient, "createPlant">,
  newPlant: NewPlant,
  options?: CreatePlantOptions,
): Promise<CreatePlantResult> {
  const startedMs = performance.now();
  const log = (callId: string | undefined, outcome: string, facts?: object) => {
    try {
      const time = new Date().toISOString();
      const durationMs = Math.round(performance.now() - startedMs);
      const line = { time, callId, outcome, id: toText(newPlant?.id), durationMs, ...facts }; // JSON has no bigint
      console.log(JSON.stringify(line, (_, value) => (typeof value === "string" ? value.slice(0, 1_000) : value)));
    } catch (error) {
      console.error("A call isn't in the log:", error);
    }
  };
  const logStart: Hooks = { onRequest: ({ callId, attempt }) => void (attempt === 1 && log(callId, "sending")) };
  try {
    const result = await createPlant(newPlant, { ...options, hooks: [...(options?.hooks ?? []), logStart] });
    const { data, error, response, callId, ...flags } = result;
    const { error: number, message } = error ?? {};
    log(callId, data ? "created" : "PlantStoreApiError", { status: response.status, ...flags, error: number, message });
    return result;
  } catch (error) {
    if (error instanceof PlantStoreError) {
      const { callId, name, response, attempts, mayHaveBeenCreated, isTransient, message } = error;
      const cause = error.cause === undefined ? undefined : toText(error.cause);
      log(callId, name, { status: response?.status, attempts, mayHaveBeenCreated, isTransient, message, cause });
    } else {
      log(undefined, "bug", { message: toText(error) }); // invalid options, before anything is sent, or your own code
    }
    throw error;
  }
}

/** The names and messages of an error and its causes, five at most. */
function toText(error: unknown, depth = 1): string {
  try {
    const { errors, cause = errors?.[0] } = Object(error);
    return cause === undefined || depth === 5
      ? String(error)
      : `${String(error)}, caused by ${toText(cause, depth + 1)}`;
  } catch {
    return "something without text";
  }
}
