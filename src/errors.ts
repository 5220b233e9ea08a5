import type { ErrorRecord } from "./schemas.ts";
import type { InputIssue } from "./shared/options.ts";
import { toSafeLine } from "./shared/text.ts";

const MAX_MESSAGE_LENGTH = 1_000;

/**
 * The base class of every error that the client throws. The `message` is one printable line of at most 1,000 characters.
 * @hideconstructor
 */
export abstract class PlantStoreError extends Error {
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  abstract override readonly name: string;

  constructor(message: string, options?: ErrorOptions) {
    super(toSafeLine(message, MAX_MESSAGE_LENGTH), options);
  }
}

/**
 * The NewPlant, an option or a header is invalid, or one of your functions has a bug. Retrying can't help.
 * @hideconstructor
 */
export class PlantStoreInputError extends PlantStoreError {
  override readonly name = "PlantStoreInputError";
  /** Every problem found. */
  readonly issues: readonly InputIssue[];

  constructor(subject: string, issues: readonly InputIssue[], options?: ErrorOptions) {
    super(`${subject}: ${issues.map((issue) => issue.message).join("; ")}`, options);
    this.issues = issues;
  }
}

/**
 * The `token` function failed, with `cause` as the reason, or returned an invalid token. The attempt sent nothing.
 * @hideconstructor
 */
export class PlantStoreTokenError extends PlantStoreError {
  override readonly name = "PlantStoreTokenError";
}

/**
 * The connection failed before the response was complete, with `cause` as the reason. The service may have created the plant.
 * @hideconstructor
 */
export class PlantStoreConnectionError extends PlantStoreError {
  override readonly name = "PlantStoreConnectionError";
}

/**
 * The call took longer than `timeoutMs`. The service may have created the plant.
 * @hideconstructor
 */
export class PlantStoreTimeoutError extends PlantStoreError {
  override readonly name = "PlantStoreTimeoutError";
}

/**
 * The response is neither a Plant nor an Error: a proxy's HTML page, a redirect, or a body larger than 1 MiB. The service may
 * have created the plant.
 * @hideconstructor
 */
export class PlantStoreResponseError extends PlantStoreError {
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

  /** The response. Its body has been read. Logging the error doesn't show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}

/**
 * The service returned an Error, and `message` is that of the Error. Thrown by {@link unwrap}.
 * @hideconstructor
 */
export class PlantStoreApiError extends PlantStoreError implements ErrorRecord {
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

  /** The response. Its body has been read. Logging the error doesn't show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}
