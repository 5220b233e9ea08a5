import type { Changes } from "../changes.ts";
import { type RecordedRequest, RequestRecord } from "./record.ts";
import type { MockRequest } from "./request.ts";

const MAX_RECORDS = 1_000;

/** Limits how many records an app and its sessions have in all. */
export class RecordHistory {
  /** The log of each record, oldest record first. */
  #logs: RequestLog[] = [];

  /** Called after `log` has added a record. */
  add(log: RequestLog): void {
    this.#logs.push(log);
    if (this.#logs.length > MAX_RECORDS) {
      const oldest = this.#logs.shift() as RequestLog;
      oldest.removeOldest();
      // `log` publishes its own change when the new record is complete.
      if (oldest !== log) {
        oldest.changes.publish();
      }
    }
  }

  remove(log: RequestLog): void {
    this.#logs = this.#logs.filter((other) => other !== log);
  }
}

/** The records of a mock, oldest first. */
export class RequestLog {
  readonly changes: Changes;
  readonly #history: RecordHistory;
  #records: RequestRecord[] = [];
  #count = 0;
  #list: readonly RecordedRequest[] | undefined;

  constructor(history: RecordHistory, changes: Changes) {
    this.#history = history;
    this.changes = changes;
  }

  begin(request: MockRequest): RequestRecord {
    this.#count += 1;
    const record = new RequestRecord(this.#count, request, this.changes, this.#changed);
    this.#records.push(record);
    this.#changed();
    this.#history.add(this);
    return record;
  }

  get records(): readonly RequestRecord[] {
    return this.#records;
  }

  /** The same array until a record changes. */
  list(): readonly RecordedRequest[] {
    this.#list ??= Object.freeze(this.#records.map(({ recorded }) => recorded));
    return this.#list;
  }

  removeOldest(): void {
    this.#records.shift();
    this.#changed();
  }

  clear(): void {
    this.#records = [];
    this.#history.remove(this);
    this.#changed();
    this.changes.publish();
  }

  readonly #changed = (): void => {
    this.#list = undefined;
    this.changes.collect();
  };
}
