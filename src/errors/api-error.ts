import type { ErrorRecord } from "../schemas.ts";
import { PlantStoreError } from "./plant-store-error.ts";

/**
 * The service answered with an Error (I6, I10): thrown by {@link unwrap}. `message` is the service's own text, with a token
 * that it quotes redacted.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreApiError, unwrap } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * mock.failNext({ error: 17, message: "No room for another plant." });
 * try {
 *   await client.createPlant({ id: 1, name: "Fern" }).then(unwrap);
 * } catch (error) {
 *   if (error instanceof PlantStoreApiError) {
 *     console.log(error.status, error.error, error.message); // 400 17 No room for another plant.
 *   }
 * }
 */
export class PlantStoreApiError extends PlantStoreError implements ErrorRecord {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "PlantStoreApiError";
  /** The HTTP status, 400 by I10. */
  readonly status: number;
  /** The service's numeric error value, an int32 (I6). */
  readonly error: number;
  readonly #response: Response;

  constructor(record: ErrorRecord, response: Response) {
    super(record.message);
    this.status = response.status;
    this.error = record.error;
    this.#response = response;
  }

  /** The answer as it came, its body already read. A log of the error does not show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}
