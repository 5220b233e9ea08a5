import { safeParse } from "valibot";
import { createAttempt } from "./attempt.ts";
import { withDeadline } from "./deadline.ts";
import { PlantStoreInputError } from "./errors/input-error.ts";
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
   * @throws the reason of `signal`, when it aborts.
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
  return Object.freeze({
    async createPlant(newPlant: NewPlant, options: CreatePlantOptions = {}) {
      const plant = checkNewPlant(newPlant);
      const { signal, timeoutMs, retries, headers } = checkCallOptions(options, settings);
      const onTimeout = () =>
        new PlantStoreTimeoutError(
          `POST ${settings.baseUrl}/plants was not completely answered within timeoutMs, ${timeoutMs} ms. The plant may have been created.`,
        );
      return withDeadline({ timeoutMs, signal, onTimeout }, (signal) =>
        withRetries({ retries, timeoutMs, signal }, () => attempt(plant, headers, signal)),
      );
    },
  });
}

function checkNewPlant(newPlant: NewPlant): NewPlant {
  const { success, output, issues } = safeParse(newPlantSchema, newPlant);
  if (!success) {
    const plain = issues.map(({ message, path }) => ({
      message,
      ...(path && { path: path.map(({ key }) => String(key)) }),
    }));
    throw new PlantStoreInputError("The newPlant is", plain);
  }
  return output;
}
