import { sendAttempt } from "./attempt.ts";
import { Call } from "./call.ts";
import { createCompose } from "./compose.ts";
import { withDeadline } from "./deadline.ts";
import { PlantStoreTimeoutError } from "./errors.ts";
import {
  type CreatePlantOptions,
  type PlantStoreClientOptions,
  readCallOptions,
  readClientOptions,
} from "./options.ts";
import type { CreatePlantResult } from "./result.ts";
import { withRetries } from "./retry.ts";
import { type NewPlant, readNewPlant } from "./schemas.ts";
import { OPERATIONS } from "./shared/operations.ts";

/** A client of one Plant Store service, made by {@link createPlantStoreClient}. */
export interface PlantStoreClient {
  /**
   * Creates a plant: sends `POST {baseUrl}/plants`. The id is exact on the wire. Unknown fields aren't sent. Safe to destructure.
   *
   * @returns the Plant as `data` or the service's Error as `error`, with the `response`.
   * @throws a {@link PlantStoreError} for any other outcome, the reason of `signal` when it aborts, and what a hook throws.
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
  const compose = createCompose(client.baseUrl, client.headers);
  const url = client.baseUrl + OPERATIONS.createPlant.path;
  const defaults = readCallOptions({}, client);
  return Object.freeze<PlantStoreClient>({
    async createPlant(newPlant, options) {
      const plant = readNewPlant(newPlant);
      const settings = options === undefined ? defaults : readCallOptions(options, client);
      const { timeoutMs, signal, headers } = settings;
      const call = new Call(url);
      const createTimeoutError = () =>
        new PlantStoreTimeoutError(call.toMessage(`timed out after ${timeoutMs} ms`), call.progress);
      return await withDeadline(timeoutMs, signal, createTimeoutError, async (deadline) => {
        const request = await compose(plant, headers);
        const send = (attempt: number) => sendAttempt(client, request, call, attempt, deadline.signal);
        return await withRetries(settings, call, deadline, send);
      });
    },
  });
}
