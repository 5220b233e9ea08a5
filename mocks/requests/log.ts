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

/** The newest records of a mock, oldest first. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #count = 0;
  #characters = 0;

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  list(): readonly RecordedRequest[] {
    return this.#entries.map(({ record }) => record);
  }

  get(number: number): RecordedRequest | undefined {
    return this.#entries.find(({ record }) => record.number === number)?.record;
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
  }

  /** Adds the record of a request in progress. */
  begin(request: MockRequest, parsed: ParsedBody): LoggedRequest {
    this.#count += 1;
    const entry = new LoggedRequest(this, recordRequest(this.#count, request, parsed));
    this.#entries.push(entry);
    this.update(entry);
    return entry;
  }

  /** Counts the characters of an entry again, and drops the oldest entries beyond the limits. The newest one always stays. */
  update(entry: LoggedRequest): void {
    // From the end, it is found soon. One that was cleared or dropped stays away.
    if (this.#entries.lastIndexOf(entry) === -1) {
      return;
    }
    this.#characters -= entry.characters;
    entry.characters = countCharacters(entry.record);
    this.#characters += entry.characters;
    while (this.#entries.length > 1 && (this.#entries.length > MAX_RECORDS || this.#characters > MAX_CHARACTERS)) {
      const { characters } = this.#entries.shift() as LoggedRequest;
      this.#characters -= characters;
    }
  }
}

/** A request in the log, in progress or ended. Its record is replaced, never changed. */
export class LoggedRequest {
  record: RecordedRequest;
  /** How many characters the log has counted in it. */
  characters = 0;
  /** The message of the Error in its response. */
  message: string | undefined;
  readonly #log: RequestLog;
  readonly #startedMs = performance.now();

  constructor(log: RequestLog, record: RecordedRequest) {
    this.#log = log;
    this.record = record;
  }

  /** Records the fault of the request, and whether it has created its plant before. */
  setFault(fault: string, created: boolean): void {
    this.record = { ...this.record, fault, created };
  }

  /** Records how the request ended, and returns the reply with the record. */
  finish(outcome: RequestOutcome, reply: Reply): RecordedReply {
    const durationMs = Math.round((performance.now() - this.#startedMs) * 10) / 10;
    const created = outcome === "created" || this.record.created;
    const ended = { ...this.record, outcome, created, durationMs };
    this.record = isLost(reply) ? ended : { ...ended, status: reply.status, response: recordResponse(reply) };
    this.message = isLost(reply) ? undefined : reply.message;
    this.#log.update(this);
    return { ...reply, record: this.record };
  }
}
