import type { Operation } from "../shared/operations.ts";
import { createRedactor, type Redact } from "../shared/redact.ts";
import { Deadline } from "./deadline.ts";
import { PlantStoreAbortError, PlantStoreTimeoutError, type Progress } from "./errors.ts";
import type { CallSettings } from "./options.ts";

/** A call: its attempts so far, their tokens, and when it must end. */
export class Call {
  readonly settings: CallSettings;
  readonly operation: Operation;
  readonly deadline: Deadline;
  /** The tokens of all attempts. They are redacted. */
  readonly tokens: Set<string>;
  /** For each attempt that was sent, whether it may have created the plant. */
  readonly #mayHaveCreated: boolean[] = [];

  constructor(settings: CallSettings, operation: Operation) {
    const { token, timeoutMs, signal } = settings;
    this.settings = settings;
    this.operation = operation;
    this.tokens = new Set(typeof token === "string" ? [token] : []);
    this.deadline = new Deadline(timeoutMs, signal, (isTimeout) =>
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
  get mayHaveBeenCreatedEarlier(): boolean {
    return this.#mayHaveCreated.slice(0, -1).includes(true);
  }

  /** Counts an attempt. It may have created the plant until {@link setAttemptCreatedNothing}. */
  startAttempt(): void {
    this.#mayHaveCreated.push(true);
  }

  setAttemptCreatedNothing(): void {
    this.#mayHaveCreated[this.#mayHaveCreated.length - 1] = false;
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
