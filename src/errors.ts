import { toSafeLine } from "./rules/text.ts";
import type { ErrorRecord, InputIssue } from "./schemas.ts";

const MAX_MESSAGE_LENGTH = 1_000;

/**
 * The base class of every error that the client throws. The `message` is one printable line of at most 1,000 characters.
 * What your `signal`, `middleware` and `retryDelayMs` throw is passed on as it is.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreError } from "plant-store-sdk";
 *
 * try {
 *   createPlantStoreClient({ baseUrl: "plants.example.com", token: "my-access-token" });
 * } catch (error) {
 *   console.log(error instanceof PlantStoreError); // true
 * }
 */
export abstract class PlantStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(toSafeLine(message, MAX_MESSAGE_LENGTH), options);
  }
}

/**
 * The NewPlant, an option or a header is invalid, or one of your functions returned an invalid value. Retrying can't help.
 *
 * @hideconstructor
 *
 * @example
 * import { PlantStoreInputError, parsePlantId } from "plant-store-sdk";
 *
 * try {
 *   parsePlantId("12 ferns");
 * } catch (error) {
 *   console.log(error instanceof PlantStoreInputError && error.message); // Invalid id: Use digits only, without leading zeros
 * }
 */
export class PlantStoreInputError extends PlantStoreError {
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "PlantStoreInputError";
  /** Every problem found. */
  readonly issues: readonly InputIssue[];

  /** @param subject - the first words of the message: "Invalid newPlant". */
  constructor(subject: string, issues: readonly InputIssue[]) {
    super(`${subject}: ${issues.map((issue) => issue.message).join("; ")}`);
    this.issues = issues;
  }
}

/**
 * The `token` function failed, with `cause` as the reason, or returned an invalid token. The attempt sent nothing.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreTokenError } from "plant-store-sdk";
 *
 * const token = async () => {
 *   throw new Error("signed out");
 * };
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token });
 * await client.createPlant({ id: 1, name: "Fern" }).catch((error) => {
 *   console.log(error instanceof PlantStoreTokenError && String(error.cause)); // Error: signed out
 * });
 */
export class PlantStoreTokenError extends PlantStoreError {
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "PlantStoreTokenError";
}

/**
 * The connection failed before the response was complete. `cause` is what `fetch` rejected with. The service may have
 * created the plant.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * mock.failNext("connection");
 * await client.createPlant({ id: 1, name: "Fern" }).catch((error) => {
 *   console.log(error instanceof PlantStoreConnectionError); // true
 * });
 */
export class PlantStoreConnectionError extends PlantStoreError {
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "PlantStoreConnectionError";
}

/**
 * The call took longer than `timeoutMs`. The service may have created the plant.
 *
 * @hideconstructor
 *
 * @example
 * import { createPlantStoreClient, PlantStoreTimeoutError } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 *
 * const mock = createPlantStoreMock();
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });
 *
 * mock.failNext("timeout");
 * await client.createPlant({ id: 1, name: "Fern" }, { timeoutMs: 10 }).catch((error) => {
 *   console.log(error instanceof PlantStoreTimeoutError); // true
 * });
 */
export class PlantStoreTimeoutError extends PlantStoreError {
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "PlantStoreTimeoutError";
}

/**
 * The response is neither a Plant nor an Error: a proxy's HTML page, a redirect, or a body larger than 1 MiB.
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
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "PlantStoreResponseError";
  /** The HTTP status. It is 0 for a redirect in a browser, which hides the status. */
  readonly status: number;
  /** The first 4,096 characters of the body, with the token redacted. Empty for a redirect, whose body isn't read. */
  readonly body: string;
  readonly #response: Response;

  constructor(message: string, response: Response, body: string) {
    super(message);
    this.status = response.status;
    this.body = body;
    this.#response = response;
  }

  /**
   * The response. Its body has been read. Logging the error doesn't show it: a service may quote the token in a header.
   */
  get response(): Response {
    return this.#response;
  }
}

/**
 * The service returned an Error. Thrown by {@link unwrap}. The `message` is the Error's, as one printable line of at most
 * 1,000 characters.
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
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  override readonly name = "PlantStoreApiError";
  /** The HTTP status, usually 400. */
  readonly status: number;
  /** The service's numeric error value, an int32. */
  readonly error: number;
  readonly #response: Response;

  constructor(record: ErrorRecord, response: Response) {
    super(record.message);
    this.status = response.status;
    this.error = record.error;
    this.#response = response;
  }

  /**
   * The response. Its body has been read. Logging the error doesn't show it: a service may quote the token in a header.
   */
  get response(): Response {
    return this.#response;
  }
}
