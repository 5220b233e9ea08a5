import { OPERATIONS } from "../shared/operations.ts";
import type { NewPlant, Plant } from "../shared/records.ts";
import { buildRequest } from "./build-request.ts";
import {
  type CallOptions,
  type PlantStoreClientOptions,
  readCallOptions,
  readClientOptions,
} from "./engine/client-options.ts";
import type { Result } from "./engine/result.ts";
import { sendCall } from "./engine/send-call.ts";
import { parseNewPlant, readError, readPlant } from "./schemas.ts";

/** The options of one `createPlant` call. They override the client's, but `headers` and `hooks` are added. */
export interface CreatePlantOptions extends CallOptions {}

/** What `createPlant` resolves to: the Plant as `data` or the service's Error as `error`. Checking `error` narrows `data`. */
export type CreatePlantResult = Result<Plant>;

/** A client of one Plant Store service, made by {@link createPlantStoreClient}. */
export interface PlantStoreClient {
  /**
   * Creates a plant: sends `POST {baseUrl}/plants`. The id is exact on the wire. Unknown fields aren't sent. Safe to destructure.
   *
   * @returns the Plant as `data` or the service's Error as `error`, with the `response`.
   * @throws a {@link PlantStoreError} for any other outcome, and `TypeError` when an option is invalid or unknown.
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
 * @throws `TypeError` when options are missing, invalid or unknown, with every problem but no value, or where there is no
 * `TextDecoder`.
 */
export function createPlantStoreClient(options: PlantStoreClientOptions): PlantStoreClient {
  const clientSettings = readClientOptions(options);
  return {
    async createPlant(newPlant, callOptions) {
      const operation = OPERATIONS.createPlant;
      const settings = readCallOptions(clientSettings, callOptions);
      const init = { body: parseNewPlant(newPlant), headers: settings.headers };
      const request = buildRequest(settings.baseUrl, operation, init);
      return await sendCall(settings, operation, request, { readData: readPlant, readError });
    },
  };
}
