import type { MockRequest } from "../core/request.ts";
import type { ParsedBody } from "./parse-body.ts";
import { RequestRecord } from "./record.ts";
import type { RecordedRequest } from "./recorded-request.ts";

const MAX_RECORDS = 1_000;

/** Limits how many records an app and its sessions have in all. */
export class RecordLimit {
  /** The log of each record, oldest record first. */
  #logs: RequestLog[] = [];

  /** Called after `log` has added a record. */
  add(log: RequestLog): void {
    this.#logs.push(log);
    if (this.#logs.length > MAX_RECORDS) {
      this.#logs.shift()?.removeOldest();
    }
  }

  remove(log: RequestLog): void {
    this.#logs = this.#logs.filter((other) => other !== log);
  }
}

/** The records of a mock, oldest first. */
export class RequestLog {
  readonly #limit: RecordLimit;
  #records: RequestRecord[] = [];
  #count = 0;
  #list: readonly RecordedRequest[] = Object.freeze([]);

  constructor(limit: RecordLimit) {
    this.#limit = limit;
  }

  begin(request: MockRequest, parsed: ParsedBody): RequestRecord {
    this.#count += 1;
    const record = new RequestRecord(this.#count, request, parsed);
    this.#records.push(record);
    this.#limit.add(this);
    return record;
  }

  /** The same array until a record changes. */
  list(): readonly RecordedRequest[] {
    const records = this.#records.map(({ recorded }) => recorded);
    if (records.length !== this.#list.length || records.some((record, index) => record !== this.#list[index])) {
      this.#list = Object.freeze(records);
    }
    return this.#list;
  }

  removeOldest(): void {
    this.#records.shift();
  }

  clear(): void {
    this.#records = [];
    this.#limit.remove(this);
  }
}
