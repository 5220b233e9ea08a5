import { withDeadline } from "./deadline.ts";
import { PlantStoreInputError, PlantStoreTimeoutError } from "./errors.ts";
import {
  type CreatePlantOptions,
  type PlantStoreClientOptions,
  readCallOptions,
  readClientOptions,
} from "./options.ts";
import { type Call, createAttempt } from "./request.ts";
import type { CreatePlantResult } from "./result.ts";
import { withRetries } from "./retry.ts";
import { type NewPlant, newPlantSchema, validate } from "./schemas.ts";
import { METHOD } from "./shared/operation.ts";
import { createRedactor } from "./shared/redact.ts";

/** A client of one Plant Store service, made by {@link createPlantStoreClient}. */
export interface PlantStoreClient {
  /**
   * Creates a plant: sends `POST {baseUrl}/plants`. The id is exact on the wire. Unknown fields aren't sent. Safe to destructure.
   *
   * @returns the Plant as `data` or the service's Error as `error`, with the `response`.
   * @throws a {@link PlantStoreError} for any other outcome, the reason of `signal` when it aborts, and what `middleware` or
   * `retryDelayMs` throws.
   *
   * @example
   * import { createPlantStoreClient } from "plant-store-sdk";
   * import { createPlantStoreMock } from "plant-store-sdk/mocks";
   *
   * const { fetch } = createPlantStoreMock(); // omit it to send requests to the service
   * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "my-access-token", fetch });
   *
   * const { data, error } = await client.createPlant({ id: 9007199254740993n, name: "Fern", tag: "indoor" });
   * console.log(error ? error.message : data.name); // Fern
   */
  readonly createPlant: (newPlant: NewPlant, options?: CreatePlantOptions) => Promise<CreatePlantResult>;
}

/**
 * Creates a client of the service at `baseUrl`. It sends nothing before the first `createPlant` call.
 *
 * @throws {@link PlantStoreInputError} when an option is missing, invalid or unknown. The message never quotes a value.
 */
export function createPlantStoreClient(options: PlantStoreClientOptions): PlantStoreClient {
  const client = readClientOptions(options);
  const attempt = createAttempt(client);
  const defaults = readCallOptions({}, client);
  return Object.freeze<PlantStoreClient>({
    async createPlant(newPlant, options) {
      const { value: plant, issues } = validate(newPlantSchema, newPlant);
      if (issues) {
        throw new PlantStoreInputError("Invalid newPlant", issues);
      }
      const settings = options === undefined ? defaults : readCallOptions(options, client);
      const { headers, signal, retries, timeoutMs } = settings;
      const call: Call = { plant, headers, token: "" };
      return await withDeadline(
        timeoutMs,
        signal,
        () => {
          const url = createRedactor([call.token])(client.url);
          return new PlantStoreTimeoutError(`${METHOD} ${url} timed out after ${timeoutMs} ms`);
        },
        (signal) =>
          retries === 0
            ? attempt(call, signal, 1)
            : withRetries(
                settings,
                signal,
                (number) => attempt(call, signal, number),
                (error) => error === call.failure,
              ),
      );
    },
  });
}
