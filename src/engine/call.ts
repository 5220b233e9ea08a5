import type { Validated } from "../../shared/input-issue.ts";
import type { Operation } from "../../shared/operations.ts";
import type { ErrorRecord } from "../../shared/records.ts";
import { createRedactor } from "../../shared/token.ts";
import type { CallSettings, RefusedToken } from "./client-options.ts";
import { Deadline } from "./deadline.ts";
import { PlantStoreAbortError, PlantStoreTimeoutError, type Progress } from "./errors.ts";

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

/** An attempt for which `fetch` was called. */
interface Attempt {
  /** Whether it may have created something. True until more is known, if the operation creates. */
  mayHaveCreated: boolean;
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
  /** The attempts for which `fetch` was called. */
  readonly attempts: Attempt[] = [];
  /** The token of the latest attempt, if the service refused that. */
  refusedToken: RefusedToken | undefined;

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
    const { attempts } = this;
    return { attempts: attempts.length, mayHaveBeenCreated: attempts.some(mayHaveCreated), callId: this.id };
  }

  get mayHaveBeenCreatedTwice(): boolean {
    return this.attempts.filter(mayHaveCreated).length > 1;
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

const mayHaveCreated = (attempt: Attempt): boolean => attempt.mayHaveCreated;

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
