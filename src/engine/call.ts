import type { Operation } from "../../shared/operations.ts";
import { createRedactor, type Redact } from "../../shared/token.ts";
import { readReason } from "./cause-chain.ts";
import type { CallSettings } from "./client-options.ts";
import { Deadline } from "./deadline.ts";
import {
  PlantStoreAbortError,
  PlantStoreCallbackError,
  type PlantStoreError,
  PlantStoreTimeoutError,
  type Progress,
} from "./errors.ts";

/** The request of a call, before hooks and the token add headers to it. */
export interface BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What a function returned, or why the call goes on without it. */
export type Settled<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: PlantStoreError };

/** A call: its request, its attempts so far, their tokens, and when it must end. */
export class Call {
  readonly id = createCallId();
  readonly settings: CallSettings;
  readonly operation: Operation;
  readonly request: BuiltRequest;
  readonly deadline: Deadline;
  /** The tokens of all attempts. They are redacted. */
  readonly tokens: Set<string>;
  /** For each attempt that was sent, whether it may have created the plant. */
  readonly #mayHaveCreated: boolean[] = [];

  constructor(settings: CallSettings, operation: Operation, request: BuiltRequest) {
    const { token, timeoutMs, signal } = settings;
    this.settings = settings;
    this.operation = operation;
    this.request = request;
    this.tokens = new Set(typeof token === "string" ? [token] : []);
    this.deadline = new Deadline((isTimeout) =>
      isTimeout
        ? new PlantStoreTimeoutError(this.toMessage(`timed out after ${timeoutMs} ms`), this.progress)
        : new PlantStoreAbortError(this.toMessage("was aborted"), { cause: signal?.reason, ...this.progress }),
    );
  }

  /** What is known of the call so far. */
  get progress(): Progress {
    const attempts = this.#mayHaveCreated.length;
    return { attempts, mayHaveBeenCreated: this.#mayHaveCreated.includes(true), callId: this.id };
  }

  get mayHaveBeenCreatedTwice(): boolean {
    return this.#mayHaveCreated.filter(Boolean).length > 1;
  }

  /** Counts an attempt. If the operation creates, the attempt may have, unless {@link ruleOutCreation} is called. */
  startAttempt(): void {
    this.#mayHaveCreated.push(this.operation.creates);
  }

  /** Notes the status of the latest attempt's response. It decides what was created, even if the body fails. */
  noteStatus(status: number): void {
    // A proxy may send the status 408 after the service got the request.
    if (status >= 400 && status < 500 && status !== 408) {
      this.ruleOutCreation();
    }
  }

  /** Notes that the latest attempt has created nothing. */
  ruleOutCreation(): void {
    this.#mayHaveCreated.fill(false, -1);
  }

  /**
   * Runs what isn't ours, such as a function of the caller, and waits for it until the deadline. A failure is the deadline's
   * error, or what `toError` makes of what was thrown.
   */
  async runUntilDeadline<T>(
    run: () => T | PromiseLike<T>,
    toError: (call: Call, cause: unknown) => PlantStoreError,
  ): Promise<Settled<T>> {
    const failure = this.deadline.check();
    if (failure) {
      return { failure };
    }
    try {
      return { value: await this.deadline.wait(run()) };
    } catch (cause) {
      return { failure: this.deadline.getError() ?? toError(this, cause) };
    }
  }

  /**
   * Creates the error for what nobody foresaw, such as a `Response` whose members throw. Failures of a call are returned, so
   * whatever is thrown is unforeseen, even an error of this package: it says nothing about this call.
   */
  toUnforeseen(cause: unknown): PlantStoreCallbackError {
    const message = this.toMessage(`failed unexpectedly. See the cause${readFirstLine(cause)}`);
    return new PlantStoreCallbackError("fetch", message, { cause, ...this.progress });
  }

  get redact(): Redact {
    return createRedactor([...this.tokens]);
  }

  /** A message that starts with the method and the URL, with tokens redacted. */
  toMessage(event: string): string {
    const { method, url } = this.request;
    return this.redact(`${method} ${url} ${event}`);
  }
}

/** Returns the first line of a reason as the end of a sentence. It is empty if there is none, or if reading it throws. */
function readFirstLine(thrown: unknown): string {
  try {
    const [line] = readReason(thrown).trim().split("\n", 1);
    return line ? `: ${line}` : "";
  } catch {
    return "";
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
