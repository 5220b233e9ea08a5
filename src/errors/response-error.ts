import { PlantStoreError } from "./plant-store-error.ts";

/**
 * An answer came that is neither a Plant (I9) nor an Error (I10), such as a proxy's page; or a redirect, which is never
 * followed.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreResponseError } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * mock.failNext("html");
 * await client.createPlant({ id: 1, name: "Fern" }).catch((error) => {
 *   console.log(error instanceof PlantStoreResponseError && error.status); // 502
 * });
 */
export class PlantStoreResponseError extends PlantStoreError {
  /** The same in every copy of the package, where `instanceof` is not. */
  override readonly name = "PlantStoreResponseError";
  /** The HTTP status; 0 where a browser hides it, as it does for a redirect. */
  readonly status: number;
  /** The body as text, cut after 4,096 characters. */
  readonly body: string;
  readonly #response: Response;

  constructor(message: string, response: Response, body: string) {
    super(message);
    this.status = response.status;
    this.body = body;
    this.#response = response;
  }

  /** The answer as it came, its body no longer to be read. A log of the error does not show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}
