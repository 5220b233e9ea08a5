import type { Operation } from "../shared/operations.ts";
import { createRedactor, type Redact } from "../shared/redact.ts";
import { Deadline } from "./deadline.ts";
import { PlantStoreAbortError, type PlantStoreError, PlantStoreTimeoutError, type Progress } from "./errors.ts";
import type { CallSettings } from "./options.ts";

/** A call: the attempts so far, their tokens, and when the call must end. */
export class Call {
  readonly settings: CallSettings;
  readonly operation: Operation;
  readonly #deadline: Deadline;
  readonly #tokens = new Set<string>();
  /** For each attempt that was sent, whether it may have created the plant. */
  readonly #mayHaveCreated: boolean[] = [];

  constructor(settings: CallSettings, operation: Operation) {
    const { timeoutMs, signal } = settings;
    this.settings = settings;
    this.operation = operation;
    this.#deadline = new Deadline(timeoutMs, signal, (isTimeout) =>
      isTimeout
        ? new PlantStoreTimeoutError(this.toMessage(`timed out after ${timeoutMs} ms`), this.progress)
        : new PlantStoreAbortError(this.toMessage("was aborted"), { cause: signal?.reason, ...this.progress }),
    );
  }

  /** How often the call was sent, and whether the plant may exist. */
  get progress(): Progress {
    return { attempts: this.#mayHaveCreated.length, mayHaveBeenCreated: this.#mayHaveCreated.includes(true) };
  }

  /** Whether an attempt before the latest may have created the plant. */
  get earlierMayHaveCreated(): boolean {
    return this.#mayHaveCreated.slice(0, -1).includes(true);
  }

  /** Counts an attempt. It may have created the plant until {@link setAttemptCreatedNothing}. */
  startAttempt(): void {
    this.#mayHaveCreated.push(true);
  }

  setAttemptCreatedNothing(): void {
    this.#mayHaveCreated[this.#mayHaveCreated.length - 1] = false;
  }

  addToken(token: string): void {
    this.#tokens.add(token);
  }

  /** Redacts the tokens of all attempts. */
  get redact(): Redact {
    return createRedactor([...this.#tokens]);
  }

  /** A message that starts with the method and the URL, with tokens redacted. */
  toMessage(outcome: string): string {
    const { method, path } = this.operation;
    return this.redact(`${method} ${this.settings.baseUrl}${path} ${outcome}`);
  }

  /** The signal for `fetch`. It aborts when the call is over. */
  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  /** Why the call was stopped: an abort or a timeout. */
  get stopError(): PlantStoreError | undefined {
    return this.#deadline.error;
  }

  get remainingMs(): number {
    return this.#deadline.remainingMs;
  }

  /** Waits for a promise. Rejects when the call is stopped first. */
  wait<T>(promise: T | PromiseLike<T>): Promise<T> {
    return this.#deadline.wait(promise);
  }

  /** Waits for a time, or until the call is stopped. */
  sleep(ms: number): Promise<void> {
    return this.#deadline.sleep(ms);
  }

  end(): void {
    this.#deadline.end();
  }
}
