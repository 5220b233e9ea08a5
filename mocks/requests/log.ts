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

/** The records of a mock by number, oldest first. A record is replaced, never changed. */
export class RequestLog {
  readonly #records = new Map<number, RecordedRequest>();
  #count = 0;

  list(): readonly RecordedRequest[] {
    return [...this.#records.values()];
  }

  get(number: number): RecordedRequest | undefined {
    return this.#records.get(number);
  }

  clear(): void {
    this.#records.clear();
  }

  /** Adds the record of a request in progress. */
  begin(request: MockRequest, parsed: ParsedBody): RequestRecord {
    this.#count += 1;
    const record = recordRequest(this.#count, request, parsed);
    this.#records.set(record.number, record);
    this.#records.delete(this.#count - MAX_RECORDS);
    return new RequestRecord(this.#records, record);
  }
}

/** The record of a request in progress. */
export class RequestRecord {
  readonly #records: Map<number, RecordedRequest>;
  readonly #startedMs = performance.now();
  #record: RecordedRequest;

  constructor(records: Map<number, RecordedRequest>, record: RecordedRequest) {
    this.#records = records;
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
    this.#replace(isLost(reply) ? ended : { ...ended, status: reply.status, response: recordResponse(reply) });
    return { ...reply, record: this.#record };
  }

  #replace(record: RecordedRequest): void {
    this.#record = record;
    // A record that was cleared stays away.
    if (this.#records.has(record.number)) {
      this.#records.set(record.number, record);
    }
  }
}
