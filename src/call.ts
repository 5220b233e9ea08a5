import { OPERATIONS } from "./shared/operations.ts";
import { createRedactor } from "./shared/redact.ts";

/** Whether the plant may exist, and how often the call was sent. */
export interface Progress {
  readonly attempts: number;
  readonly mayHaveBeenCreated: boolean;
}

/** The state of a call: its attempts and their tokens. */
export class Call {
  readonly #url: string;
  #attempts = 0;
  #earlierMayHaveCreated = false;
  #latestMayHaveCreated: boolean | undefined = false;
  readonly #tokens = new Set<string>();

  constructor(url: string) {
    this.#url = url;
  }

  get progress(): Progress {
    return {
      attempts: this.#attempts,
      mayHaveBeenCreated: this.#earlierMayHaveCreated || (this.#latestMayHaveCreated ?? true),
    };
  }

  /** A message that starts with the method and the URL, with tokens redacted. */
  toMessage(outcome: string): string {
    return this.redact(`${OPERATIONS.createPlant.method} ${this.#url} ${outcome}`);
  }

  addToken(token: string): void {
    this.#tokens.add(token);
  }

  /** Redacts the tokens of all attempts. */
  redact(text: string): string {
    return createRedactor([...this.#tokens])(text);
  }

  /** Counts an attempt. It may have created the plant unless {@link setMayHaveCreated} says otherwise. */
  startAttempt(): void {
    this.#earlierMayHaveCreated = this.progress.mayHaveBeenCreated;
    this.#latestMayHaveCreated = undefined;
    this.#attempts += 1;
  }

  /** Only the first call in each attempt has an effect: the status decides, even if reading the body fails. */
  setMayHaveCreated(mayHaveCreated: boolean): void {
    this.#latestMayHaveCreated ??= mayHaveCreated;
  }
}
