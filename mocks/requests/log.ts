import { isLost, type Reply } from "../wire/reply.ts";
import type { MockRequest } from "../wire/request.ts";
import type { ParsedBody } from "./parse-body.ts";
import {
  type RecordedReply,
  type RecordedRequest,
  type RequestOutcome,
  recordRequest,
  recordResponse,
} from "./record.ts";

const MAX_RECORDS = 1_000;

/** A record, and the message of the Error in its response. */
export interface LoggedRequest {
  readonly record: RecordedRequest;
  readonly message?: string | undefined;
}

/** The records of a mock by number, oldest first. A record is replaced, never changed. */
export class RequestLog {
  readonly #entries = new Map<number, LoggedRequest>();
  #count = 0;

  list(): readonly RecordedRequest[] {
    return this.listEntries().map(({ record }) => record);
  }

  listEntries(): readonly LoggedRequest[] {
    return [...this.#entries.values()];
  }

  get(number: number): RecordedRequest | undefined {
    return this.#entries.get(number)?.record;
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Adds the record of a request in progress. */
  begin(request: MockRequest, parsed: ParsedBody): OpenRecord {
    this.#count += 1;
    const record = recordRequest(this.#count, request, parsed);
    this.#entries.set(record.number, { record });
    this.#entries.delete(this.#count - MAX_RECORDS);
    return new OpenRecord(this.#entries, record);
  }
}

/** The record of a request in progress. */
export class OpenRecord {
  readonly #entries: Map<number, LoggedRequest>;
  readonly #startedMs = performance.now();
  #record: RecordedRequest;

  constructor(entries: Map<number, LoggedRequest>, record: RecordedRequest) {
    this.#entries = entries;
    this.#record = record;
  }

  /** Records the fault of the request, and whether it has created its plant before. */
  setFault(fault: string, created: boolean): void {
    this.#replace({ ...this.#record, fault, created });
  }

  /** Records how the request ended, and returns the reply with the record. */
  finish(outcome: RequestOutcome, reply: Reply): RecordedReply {
    const durationMs = Math.round((performance.now() - this.#startedMs) * 10) / 10;
    const created = outcome === "created" || this.#record.created;
    const ended = { ...this.#record, outcome, created, durationMs };
    if (isLost(reply)) {
      this.#replace(ended);
    } else {
      this.#replace({ ...ended, status: reply.status, response: recordResponse(reply) }, reply.message);
    }
    return { ...reply, record: this.#record };
  }

  #replace(record: RecordedRequest, message?: string): void {
    this.#record = record;
    // A record that was cleared stays away.
    if (this.#entries.has(record.number)) {
      this.#entries.set(record.number, { record, message });
    }
  }
}
