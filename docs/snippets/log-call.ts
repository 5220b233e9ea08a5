import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type NewPlant,
  type PlantStoreClient,
  PlantStoreError,
} from "plant-store-sdk";

/** Creates a plant and logs one line for the call. No mistake in logging changes what the call returns or throws. */
export async function createAndLog(
  { createPlant }: Pick<PlantStoreClient, "createPlant">,
  newPlant: NewPlant,
  options?: CreatePlantOptions,
): Promise<CreatePlantResult> {
  const startedMs = performance.now();
  const log = (describe: () => object) => {
    try {
      const durationMs = Math.round(performance.now() - startedMs);
      const time = new Date().toISOString();
      const line = { time, id: String(newPlant?.id), durationMs, ...describe() }; // JSON has no bigint
      console.log(JSON.stringify(line, (_, value) => (typeof value === "string" ? value.slice(0, 1_000) : value)));
    } catch (error) {
      console.error("A call isn't in the log:", error);
    }
  };
  try {
    const result = await createPlant(newPlant, options);
    log(() => describeResult(result));
    return result;
  } catch (error) {
    log(() => describeError(error));
    throw error;
  }
}

function describeResult({ data, error, response, ...facts }: CreatePlantResult) {
  return { outcome: data ? "created" : "PlantStoreApiError", status: response.status, ...facts, ...error };
}

function describeError(error: unknown) {
  if (!(error instanceof PlantStoreError)) {
    return { outcome: "bug", message: toText(error) }; // invalid options, before anything is sent, or your own code
  }
  const { name, message, response, callId, attempts, mayHaveBeenCreated, isTransient, cause } = error;
  const facts = { status: response?.status, callId, attempts, mayHaveBeenCreated, isTransient, message };
  return { outcome: name, ...facts, cause: cause === undefined ? undefined : toText(cause) };
}

/** The names and messages of an error and its causes. */
function toText(error: unknown): string {
  const { errors, cause = errors?.[0] } = Object(error);
  return cause === undefined ? String(error) : `${String(error)}, caused by ${toText(cause)}`;
}
