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

/** The client of one Plant Store service. */
export interface PlantStoreClient {
  /**
   * Creates a plant: `POST {baseUrl}/plants` (I1). The id is sent exactly, to the digit; unknown fields are not sent.
   *
   * It needs no `this`: hand it on as it is.
   *
   * @returns the Plant as `data` (I9), or the service's Error as `error` (I10), with the `response` it came in.
   * @throws {PlantStoreInputError} the newPlant or the options are invalid; nothing was sent.
   * @throws {PlantStoreTokenError} the token function failed, or gave what no header can carry; nothing was sent.
   * @throws {PlantStoreConnectionError} no answer came, or it broke off.
   * @throws {PlantStoreTimeoutError} `timeoutMs` passed.
   * @throws {PlantStoreResponseError} the answer is neither a Plant nor an Error.
   * @throws the reason of `signal`, when it aborts, and what a middleware throws, as it is.
   *
   * @example
   * const { data, error } = await client.createPlant({ id: 9007199254740993n, name: "Fern", tag: "indoor" });
   */
  readonly createPlant: (newPlant: NewPlant, options?: CreatePlantOptions) => Promise<CreatePlantResult>;
}

/**
 * Makes a client of the service at `baseUrl`. Nothing is sent before the first `createPlant`.
 *
 * @throws {PlantStoreInputError} when an option is invalid.
 *
 * @example
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "my-access-token" });
 */
export function createPlantStoreClient(options: PlantStoreClientOptions): PlantStoreClient {
  const settings = checkClientOptions(options);
  const attempt = createAttempt(settings);
  const noOptions = checkCallOptions({}, settings);
  return Object.freeze<PlantStoreClient>({
    async createPlant(newPlant, options) {
      const plant = checkInput("The newPlant is", newPlantSchema, newPlant);
      const { timeoutMs, retries, headers, signal } = options ? checkCallOptions(options, settings) : noOptions;
      return withDeadline(
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
