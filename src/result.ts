import { PlantStoreApiError } from "./errors/api-error.ts";
import type { ErrorRecord, Plant } from "./schemas.ts";

/**
 * What `createPlant` resolves to: a Plant as `data` (I9), or an Error of the service as `error` (I10). A look at one
 * tells the other, when destructured too. `response` is the answer as it came, its body already read.
 */
export type CreatePlantResult =
  | {
      /** The Plant that was created (I9); absent where the service said an Error. */
      data: Plant;
      /** The service's Error (I10); absent where a Plant came. */
      error?: never;
      /** The answer as it came, its body already read. */
      response: Response;
    }
  | {
      /** The Plant that was created (I9); absent where the service said an Error. */
      data?: never;
      /** The service's Error (I10); absent where a Plant came. */
      error: ErrorRecord;
      /** The answer as it came, its body already read. */
      response: Response;
    };

/**
 * Takes the Plant (I9) out of a result, for code that prefers exceptions: `try`/`catch`, TanStack Query, SWR.
 *
 * @throws {@link PlantStoreApiError} when the result is an Error of the service (I10).
 *
 * @example
 * import { createPlantStoreClient, unwrap } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const { fetch } = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "my-access-token", fetch });
 *
 * const plant = await client.createPlant({ id: 1, name: "Fern" }).then(unwrap);
 * console.log(plant.name); // Fern
 */
export function unwrap(result: CreatePlantResult): Plant {
  if (result.error) {
    throw new PlantStoreApiError(result.error, result.response);
  }
  return result.data;
}
