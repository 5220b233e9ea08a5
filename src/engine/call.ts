import type { Operation } from "../shared/operations.ts";
import { createRedactor, type Redact } from "../shared/redact.ts";
import type { CallSettings } from "./client-options.ts";
import { Deadline } from "./deadline.ts";
import {
  PlantStoreAbortError,
  PlantStoreCallbackError,
  PlantStoreError,
  PlantStoreTimeoutError,
  type Progress,
} from "./errors.ts";

/** What was asked for, or why there is none. */
export type Asked<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: PlantStoreError };

/** A call: its attempts so far, their tokens, and when it must end. */
export class Call {
  readonly id = createCallId();
  readonly settings: CallSettings;
  readonly operation: Operation;
  readonly deadline: Deadline;
  /** The tokens of all attempts. They are redacted. */
  readonly tokens: Set<string>;
  /** How many attempts were sent. */
  #attempts = 0;
  /** How many of them may have created the plant. */
  #creations = 0;

  constructor(settings: CallSettings, operation: Operation) {
    const { token, timeoutMs, signal } = settings;
    this.settings = settings;
    this.operation = operation;
    this.tokens = new Set(typeof token === "string" ? [token] : []);
    this.deadline = new Deadline((isTimeout) =>
      isTimeout
        ? new PlantStoreTimeoutError(this.toMessage(`timed out after ${timeoutMs} ms`), this.progress)
        : new PlantStoreAbortError(this.toMessage("was aborted"), { cause: signal?.reason, ...this.progress }),
    );
  }

  /** How often the call was sent, and whether the plant may exist. */
  get progress(): Progress {
    return { attempts: this.#attempts, mayHaveBeenCreated: this.#creations > 0 };
  }

  get mayHaveBeenCreatedTwice(): boolean {
    return this.#creations > 1;
  }

  /** Counts an attempt. It may have created the plant unless {@link noteNothingCreated} is called. */
  startAttempt(): void {
    this.#attempts += 1;
    this.#creations += 1;
  }

  /** Notes the status of the latest attempt's response. It decides what was created, even if the body fails. */
  noteStatus(status: number): void {
    // A proxy may send the status 408 after the service got the request.
    if (status >= 400 && status < 500 && status !== 408) {
      this.noteNothingCreated();
    }
  }

  /** Notes that the latest attempt has created nothing. Called at most once for each. */
  noteNothingCreated(): void {
    this.#creations -= 1;
  }

  /**
   * Runs what isn't ours, such as a function of the caller, and waits for it until the deadline. A failure is the deadline's
   * error, or what `toError` makes of what was thrown.
   */
  async ask<T>(
    run: () => T | PromiseLike<T>,
    toError: (call: Call, cause: unknown) => PlantStoreError,
  ): Promise<Asked<T>> {
    const failure = this.deadline.check();
    if (failure) {
      return { failure };
    }
    try {
      return { value: await this.deadline.wait(run()) };
    } catch (cause) {
      return { failure: this.deadline.error ?? toError(this, cause) };
    }
  }

  /** Returns a `PlantStoreError` as it is. Anything else is unforeseen, such as a `Response` whose members throw. */
  toPlantStoreError(error: unknown): PlantStoreError {
    if (error instanceof PlantStoreError) {
      return error;
    }
    const message = this.toMessage("failed unexpectedly. See the cause");
    return new PlantStoreCallbackError("fetch", message, { cause: error, ...this.progress });
  }

  get redact(): Redact {
    return createRedactor([...this.tokens]);
  }

  /** A message that starts with the method and the URL, with tokens redacted. */
  toMessage(event: string): string {
    const { method, path } = this.operation;
    return this.redact(`${method} ${this.settings.baseUrl}${path} ${event}`);
  }
}

let callCount = 0;
let idPrefix = "";

function createCallId(): string {
  // The prefix makes ids differ between processes. Pages over plain HTTP have no `crypto.randomUUID`.
  idPrefix ||= Math.random().toString(36).slice(2);
  callCount += 1;
  return `${idPrefix}-${callCount}`;
}
