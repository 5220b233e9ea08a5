import type { Progress } from "./call.ts";
import type { ErrorRecord } from "./records.ts";
import type { InputIssue } from "./shared/options.ts";
import { toSafeLine } from "./shared/text.ts";

const MAX_MESSAGE_LENGTH = 1_000;

type ErrorDetails = ErrorOptions & Partial<Progress>;

/**
 * The base class of every error that the client throws. The `message` is one printable line of at most 1,000 characters.
 * @hideconstructor
 */
export abstract class PlantStoreError extends Error {
  /** The class name. Unlike `instanceof`, it also works across two copies of the package. */
  abstract override readonly name: string;
  /** How many times the client called `fetch`. */
  readonly attempts: number;
  /**
   * Whether the plant may exist. `false` only if no attempt of the call can have created it: nothing was sent, the connection
   * was never made, or the status of the response was from 400 to 499, except 408.
   */
  readonly mayHaveBeenCreated: boolean;

  constructor(message: string, { attempts = 0, mayHaveBeenCreated = false, ...options }: ErrorDetails = {}) {
    super(toSafeLine(message, MAX_MESSAGE_LENGTH), options);
    this.attempts = attempts;
    this.mayHaveBeenCreated = mayHaveBeenCreated;
  }
}

/**
 * The NewPlant or an option is invalid, or one of your functions broke its rules. Retrying can't help.
 * @hideconstructor
 */
export class PlantStoreInputError extends PlantStoreError {
  override readonly name = "PlantStoreInputError";
  /** Every problem found. */
  readonly issues: readonly InputIssue[];

  constructor(subject: string, issues: readonly InputIssue[], details?: ErrorDetails) {
    super(`${subject}: ${issues.map((issue) => issue.message).join("; ")}`, details);
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
 * The connection failed before the response was complete, with `cause` as the reason.
 * @hideconstructor
 */
export class PlantStoreConnectionError extends PlantStoreError {
  override readonly name = "PlantStoreConnectionError";
}

/**
 * The call took longer than `timeoutMs`.
 * @hideconstructor
 */
export class PlantStoreTimeoutError extends PlantStoreError {
  override readonly name = "PlantStoreTimeoutError";
}

/**
 * The response is neither a Plant nor an Error: a proxy's HTML page, a redirect, or a body larger than 1 MiB.
 * @hideconstructor
 */
export class PlantStoreResponseError extends PlantStoreError {
  override readonly name = "PlantStoreResponseError";
  /** The HTTP status. It is 0 for a redirect in a browser, which hides the status. */
  readonly status: number;
  /** The first 4,096 characters of the body, with tokens redacted. Empty for a redirect, whose body isn't read. */
  readonly body: string;
  readonly #response: Response;

  constructor(message: string, response: Response, body: string, details: ErrorDetails) {
    super(message, details);
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
 * The service returned an Error. `message` is the message of that Error. Thrown by {@link unwrap}.
 * @hideconstructor
 */
export class PlantStoreApiError extends PlantStoreError implements ErrorRecord {
  override readonly name = "PlantStoreApiError";
  /** The HTTP status, usually 400. */
  readonly status: number;
  /** The service's numeric error value, an int32. */
  readonly error: number;
  readonly #response: Response;

  constructor(record: ErrorRecord, response: Response, details: ErrorDetails) {
    super(record.message, details);
    this.status = response.status;
    this.error = record.error;
    this.#response = response;
  }

  /** The response. Its body has been read. Logging the error doesn't show it: a service may quote the token in a header. */
  get response(): Response {
    return this.#response;
  }
}
