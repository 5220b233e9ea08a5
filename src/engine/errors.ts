import type { InputIssue } from "../../shared/input-issue.ts";
import type { ErrorRecord } from "../../shared/records.ts";
import { toSafeLine } from "../../shared/text.ts";
import { isTransientStatus } from "./statuses.ts";

const MAX_MESSAGE_LENGTH = 1_000;

/** What is known of a call: how often it was sent, whether the plant may exist, and its id. */
export interface Progress {
  readonly attempts: number;
  readonly mayHaveBeenCreated: boolean;
  readonly callId: string;
}

type ErrorDetails = ErrorOptions & Partial<Progress> & { readonly isTransient?: boolean };

/** How a message ends if the plant may exist: some loggers and copies of an error keep only its name, message and stack. */
const IN_DOUBT = " (it may have been created)";

/**
 * Creates the error of a failure. Each hook and the caller get one of their own, so that no hook can change what the call
 * rejects with. Its stack leads to the caller of `createPlant`, although a timer or an abort may have ended the call.
 */
export type Failure = () => PlantStoreError;

/**
 * The key of the names of an error's classes, which all copies of the package share: a program that imports the package in one file
 * and requires it in another has two.
 */
const CLASS_NAMES: unique symbol = Symbol.for("plant-store-sdk.error");

/** Whether a value is an instance of a class of the same copy. */
const isInstance = (value: unknown, ofClass: object): boolean =>
  Function.prototype[Symbol.hasInstance].call(ofClass, value);

/** What the classes of errors have in common. */
abstract class BaseError extends Error {
  /** The name of the errors of the class. Minifiers rename classes. */
  static override readonly name: string = "PlantStoreError";

  /** @internal Recognizes the errors of every copy of the package. A class that extends one of these has only its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore-start lint/complexity/noThisInStatic: each class recognizes its own.
    const isOurs = CLASSES.some((each) => each === this);
    return isInstance(value, this) || (isOurs && Object(value)[CLASS_NAMES]?.includes(this.name) === true);
    // biome-ignore-end lint/complexity/noThisInStatic: each class recognizes its own.
  }

  /** The class name, or `"AbortError"`. */
  override readonly name: string;
  /** Whether the same plant may succeed if it is sent again later. */
  readonly isTransient: boolean;
  /** How many times the client called `fetch`. Some runtimes repeat a request themselves. */
  readonly attempts: number;
  /**
   * Whether the plant may exist. `false` only if no attempt of the call can have created it: nothing was sent, or the status of
   * the response was from 400 to 499, except 408 and 499. On Node 20.16, 22.3 or later, the client knows whether anything was sent, also
   * by a custom `fetch` that passes requests on. Elsewhere, it is `true` if in doubt. A custom `fetch` that throws another
   * request's error, or sends the request again, can make it wrong. Counts no request that the runtime repeated.
   */
  readonly mayHaveBeenCreated: boolean;
  /** Identifies the call, as in the contexts of hooks. `undefined` if no call has begun, as with an invalid NewPlant. */
  readonly callId: string | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    const { attempts = 0, mayHaveBeenCreated = false, callId, isTransient = true, ...options } = details;
    const end = mayHaveBeenCreated ? IN_DOUBT : "";
    super(toSafeLine(message, MAX_MESSAGE_LENGTH - end.length) + end, options);
    this.name = new.target.name;
    this.isTransient = isTransient;
    this.attempts = attempts;
    this.mayHaveBeenCreated = mayHaveBeenCreated;
    this.callId = callId;
  }

  /** @internal */
  get [CLASS_NAMES](): readonly string[] {
    return CLASSES.filter((each) => isInstance(this, each)).map(({ name }) => name);
  }

  /** The response. Only a PlantStoreResponseError and a PlantStoreApiError have one. */
  get response(): Response | undefined {
    return undefined;
  }
}

/**
 * The NewPlant or the text of an id is invalid. Nothing was sent.
 * @hideconstructor
 */
export class PlantStoreInputError extends BaseError {
  static override readonly name = "PlantStoreInputError";
  declare readonly name: "PlantStoreInputError";
  override readonly isTransient = false;
  /** Every problem found. */
  readonly issues: readonly InputIssue[];

  constructor(message: string, issues: readonly InputIssue[], details?: ErrorDetails) {
    super(message, details);
    this.issues = issues;
  }
}

/**
 * The `token` function failed, with `cause` as the reason, or returned an invalid token, which isn't transient. The attempt sent
 * nothing.
 * @hideconstructor
 */
export class PlantStoreTokenError extends BaseError {
  static override readonly name = "PlantStoreTokenError";
  declare readonly name: "PlantStoreTokenError";
}

/**
 * The connection failed before the response was complete, with `cause` as the reason. It isn't transient if Node says that the
 * server doesn't speak TLS, as with `https://` instead of `http://`, or that it blocks the port, or if `fetch` is a method that was
 * passed without its object.
 * @hideconstructor
 */
export class PlantStoreConnectionError extends BaseError {
  static override readonly name = "PlantStoreConnectionError";
  declare readonly name: "PlantStoreConnectionError";
}

/**
 * The call took longer than `timeoutMs`.
 * @hideconstructor
 */
export class PlantStoreTimeoutError extends BaseError {
  static override readonly name = "PlantStoreTimeoutError";
  declare readonly name: "PlantStoreTimeoutError";
}

/**
 * The signal aborted. `cause` is its reason: `undefined` if the runtime has none.
 * @hideconstructor
 */
export class PlantStoreAbortError extends BaseError {
  static override readonly name = "AbortError";
  /** The name of an abort in every runtime, so that code which ignores aborts ignores this one too. */
  declare readonly name: "AbortError";
}

/** The function at fault. `"fetch"` also stands for the global `fetch`, and for anything unforeseen. */
export type CallbackName = "onRequest" | "shouldRetry" | "retryDelayMs" | "fetch";

/**
 * `onRequest`, `shouldRetry` or `retryDelayMs` threw, with `cause` as the reason, or one of them or `fetch` broke its rules. It
 * is about your code, not the plant. Anything unforeseen is one too, with `callback: "fetch"`, and the message says what.
 * @hideconstructor
 */
export class PlantStoreCallbackError extends BaseError {
  static override readonly name = "PlantStoreCallbackError";
  declare readonly name: "PlantStoreCallbackError";
  override readonly isTransient = false;
  /** The function, such as `"onRequest"`. */
  readonly callback: CallbackName;

  constructor(callback: CallbackName, message: string, details?: ErrorDetails) {
    super(message, details);
    this.callback = callback;
  }
}

/** The base class of errors with a response. */
abstract class ResponseError extends BaseError {
  /** The HTTP status. It is 0 for a redirect in a browser, which hides the status. */
  readonly status: number;
  readonly #response: Response;

  constructor(message: string, response: Response, details?: ErrorDetails) {
    super(message, { ...details, isTransient: isTransientStatus(response.status) });
    this.status = response.status;
    this.#response = response;
  }

  /** The response. Its body has been read. Logging the error doesn't show it: a service may quote the token in a header. */
  override get response(): Response {
    return this.#response;
  }
}

/**
 * The response is neither a Plant nor an Error: a proxy's HTML page, a redirect, or a body larger than 1 MiB.
 * @hideconstructor
 */
export class PlantStoreResponseError extends ResponseError {
  static override readonly name = "PlantStoreResponseError";
  declare readonly name: "PlantStoreResponseError";
  /** The first 4,096 characters of the body, with tokens redacted. */
  readonly body: string;

  constructor(message: string, response: Response, body: string, details?: ErrorDetails) {
    super(message, response, details);
    this.body = body;
  }
}

/**
 * The service returned an Error. `message` is that Error's, on one line, cut and with tokens redacted. Thrown by {@link unwrap}.
 * @hideconstructor
 */
export class PlantStoreApiError extends ResponseError implements ErrorRecord {
  static override readonly name = "PlantStoreApiError";
  declare readonly name: "PlantStoreApiError";
  /** The service's numeric error value, an int32. */
  readonly error: number;

  constructor(record: ErrorRecord, response: Response, details?: ErrorDetails) {
    super(record.message, response, details);
    this.error = record.error;
  }
}

const CLASSES: readonly { readonly name: string }[] = [
  BaseError,
  PlantStoreInputError,
  PlantStoreTokenError,
  PlantStoreConnectionError,
  PlantStoreTimeoutError,
  PlantStoreAbortError,
  PlantStoreCallbackError,
  PlantStoreResponseError,
  PlantStoreApiError,
];

/**
 * Any error that the client rejects with, except a `TypeError` for an invalid option. Checking its `name` narrows it to one
 * class. The `message` is one printable line of at most 1,000 characters.
 */
export type PlantStoreError =
  | PlantStoreInputError
  | PlantStoreTokenError
  | PlantStoreConnectionError
  | PlantStoreTimeoutError
  | PlantStoreAbortError
  | PlantStoreCallbackError
  | PlantStoreResponseError
  | PlantStoreApiError;

/** The base class of the client's errors, for `instanceof`, which narrows to the union: the class alone has no literal `name`. */
export const PlantStoreError = BaseError as abstract new (...args: never) => PlantStoreError;
