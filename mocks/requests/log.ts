import { isLost, type Reply } from "../wire/reply.ts";
import type { MockRequest } from "../wire/request.ts";
import type { ParsedBody } from "./parse-body.ts";
import {
  countCharacters,
  type RecordedReply,
  type RecordedRequest,
  type RequestOutcome,
  recordRequest,
  recordResponse,
} from "./record.ts";

const MAX_RECORDS = 1_000;

/** How many characters all records may have together. In JSON, some take six times that, which still fits into a string. */
const MAX_CHARACTERS = 2 ** 24;

/** A record, and the message of the Error in its response. */
export interface LoggedRequest {
  readonly record: RecordedRequest;
  readonly message?: string | undefined;
  readonly characters: number;
}

/** The newest records of a mock by number, oldest first. A record is replaced, never changed. */
export class RequestLog {
  readonly #entries = new Map<number, LoggedRequest>();
  #count = 0;
  /** The number of the oldest record. To look it up in the map would take longer with each one that was deleted. */
  #oldest = 1;
  #characters = 0;

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
    this.#oldest = this.#count + 1;
    this.#characters = 0;
  }

  /** Adds the record of a request in progress. */
  begin(request: MockRequest, parsed: ParsedBody): OpenRecord {
    this.#count += 1;
    const record = recordRequest(this.#count, request, parsed);
    this.#set(record);
    return new OpenRecord(this, record);
  }

  /** Replaces a record. One that was cleared or dropped stays away. */
  replace(record: RecordedRequest, message?: string): void {
    const old = this.#entries.get(record.number);
    if (old) {
      this.#characters -= old.characters;
      this.#set(record, message);
    }
  }

  /** Sets a record, and drops the oldest ones beyond the limits. The newest one always stays. */
  #set(record: RecordedRequest, message?: string): void {
    const entry = { record, message, characters: countCharacters(record) };
    this.#entries.set(record.number, entry);
    this.#characters += entry.characters;
    while (this.#oldest < this.#count && (this.#entries.size > MAX_RECORDS || this.#characters > MAX_CHARACTERS)) {
      this.#characters -= (this.#entries.get(this.#oldest) as LoggedRequest).characters;
      this.#entries.delete(this.#oldest);
      this.#oldest += 1;
    }
  }
}

/** The record of a request in progress. */
export class OpenRecord {
  readonly #log: RequestLog;
  readonly #startedMs = performance.now();
  #record: RecordedRequest;

  constructor(log: RequestLog, record: RecordedRequest) {
    this.#log = log;
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
    this.#log.replace(record, message);
  }
}
