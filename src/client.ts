import { createAttempt } from "./attempt.ts";
import { checkInput } from "./check-input.ts";
import { withDeadline } from "./deadline.ts";
import { PlantStoreTimeoutError } from "./errors/timeout-error.ts";
import {
  type CreatePlantOptions,
  checkCallOptions,
  checkClientOptions,
  type PlantStoreClientOptions,
} from "./options.ts";
import type { CreatePlantResult } from "./result.ts";
import { withRetries } from "./retry.ts";
import { type NewPlant, newPlantSchema } from "./schemas.ts";

/** The client of one Plant Store service (I1), made by {@link createPlantStoreClient}. */
export interface PlantStoreClient {
  /**
   * Creates a plant: `POST {baseUrl}/plants` (I1). The id is sent exactly, to the digit; unknown fields are not sent.
   *
   * It needs no `this`: hand it on as it is.
   *
   * @returns the Plant as `data` (I9), or the service's Error as `error` (I10), with the `response` it came in.
   * @throws {@link PlantStoreInputError} the newPlant or the options are invalid; nothing was sent.
   * @throws {@link PlantStoreTokenError} the token function failed, or gave what no header can carry; nothing was sent.
   * @throws {@link PlantStoreConnectionError} no answer came, or it broke off.
   * @throws {@link PlantStoreTimeoutError} `timeoutMs` passed.
   * @throws {@link PlantStoreResponseError} the answer is neither a Plant nor an Error.
   * @throws the reason of `signal`, when it aborts, and what a middleware throws, as it is.
   *
   * @example
   * import { createPlantStoreClient } from "plant-store-sdk";
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const { fetch } = createPlantStoreMock(); // leave it out to talk to the service itself
   * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "my-access-token", fetch });
   *
   * const { data, error } = await client.createPlant({ id: 9007199254740993n, name: "Fern", tag: "indoor" });
   * console.log(error ? error.message : data.name); // Fern
   */
  readonly createPlant: (newPlant: NewPlant, options?: CreatePlantOptions) => Promise<CreatePlantResult>;
}

/**
 * Makes a client of the service at `baseUrl` (I2). Nothing is sent before the first `createPlant`.
 *
 * @throws {@link PlantStoreInputError} when an option is invalid; no message quotes its value, which may be a secret.
 *
 * @example
 * import { createPlantStoreClient } from "plant-store-sdk";
 *
 * const client = createPlantStoreClient({
 *   baseUrl: "https://plants.example.com/v1",
 *   token: async () => "my-access-token", // asked for every attempt, so that it may be a fresh one
 *   timeoutMs: 5_000,
 * });
 * console.log(typeof client.createPlant); // function
 */
export function createPlantStoreClient(options: PlantStoreClientOptions): PlantStoreClient {
  const settings = checkClientOptions(options);
  const attempt = createAttempt(settings);
  const noOptions = checkCallOptions({}, settings);
  return Object.freeze<PlantStoreClient>({
    async createPlant(newPlant, options) {
      const plant = checkInput("The newPlant is", newPlantSchema, newPlant);
      const { timeoutMs, retries, headers, signal } = options ? checkCallOptions(options, settings) : noOptions;
      // Awaited, so that the stack of an error leads back to the caller.
      return await withDeadline(
        timeoutMs,
        signal,
        () => new PlantStoreTimeoutError(`POST ${settings.baseUrl}/plants took more than timeoutMs, ${timeoutMs} ms.`),
        (signal) =>
          retries === 0
            ? attempt(plant, headers, signal)
            : withRetries(retries, timeoutMs, signal, () => attempt(plant, headers, signal)),
      );
    },
  });
}
