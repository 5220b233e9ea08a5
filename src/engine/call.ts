import type { Operation } from "../../shared/operations.ts";
import type { Validated } from "../../shared/read-record.ts";
import type { ErrorRecord } from "../../shared/records.ts";
import { createRedactor } from "../../shared/token.ts";
import type { CallSettings } from "./client-options.ts";
import { Deadline } from "./deadline.ts";
import { PlantStoreAbortError, PlantStoreTimeoutError, type Progress } from "./errors.ts";
import { rulesOutCreation } from "./statuses.ts";

/** The request of a call, before hooks and the token add headers to it. */
export interface BuiltRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** How to read the responses of an operation. A response without a body has the value `undefined`. */
export interface Readers<Data> {
  readonly readData: (value: unknown) => Validated<Data>;
  readonly readError: (value: unknown) => Validated<ErrorRecord>;
}

/** A call: its request, its attempts so far, their tokens, and when it must end. */
export class Call {
  readonly id = createCallId();
  readonly settings: CallSettings;
  readonly operation: Operation;
  readonly request: BuiltRequest;
  readonly readers: Readers<unknown>;
  readonly deadline: Deadline;
  /** The tokens of all attempts. They are redacted. */
  readonly tokens: Set<string>;
  /** For each attempt that was sent, whether it may have created the plant. */
  readonly #mayHaveCreated: boolean[] = [];

  constructor(settings: CallSettings, operation: Operation, request: BuiltRequest, readers: Readers<unknown>) {
    const { token, timeoutMs, signal } = settings;
    this.settings = settings;
    this.operation = operation;
    this.request = request;
    this.readers = readers;
    this.tokens = new Set(typeof token === "string" ? [token] : []);
    this.deadline = new Deadline((isTimeout) =>
      isTimeout
        ? new PlantStoreTimeoutError(this.toMessage(`timed out after ${Math.round(timeoutMs)} ms`), this.progress)
        : new PlantStoreAbortError(this.toMessage("was aborted"), { cause: readAbortReason(signal), ...this.progress }),
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

  /** Counts an attempt. It may have created something if the operation creates, until {@link ruleOutCreation} is called. */
  startAttempt(): void {
    this.#mayHaveCreated.push(this.operation.creates);
  }

  /** Notes that the latest attempt has created nothing, if its response says so. */
  ruleOutByStatus(response: Response): void {
    if (rulesOutCreation(response)) {
      this.ruleOutCreation();
    }
  }

  /** Notes that the latest attempt has created nothing. */
  ruleOutCreation(): void {
    this.#mayHaveCreated.fill(false, -1);
  }

  /** Redacts the tokens of all attempts, then cuts the text to `maxLength`. */
  redact(text: string, maxLength?: number): string {
    return createRedactor(this.tokens)(text, maxLength);
  }

  /** A message that starts with the method and the URL, with tokens redacted. */
  toMessage(event: string): string {
    const { method, url } = this.request;
    return this.redact(`${method} ${url} ${event}`);
  }
}

/** Reads the reason of an abort. A signal that isn't the runtime's may throw. */
function readAbortReason(signal: AbortSignal | undefined): unknown {
  try {
    return signal?.reason;
  } catch {
    return undefined;
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
