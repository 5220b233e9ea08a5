import type { MockRequest } from "../core/request.ts";
import type { ParsedBody } from "./parse-body.ts";
import { RequestRecord } from "./record.ts";
import type { RecordedRequest } from "./recorded-request.ts";

const MAX_RECORDS = 1_000;

/** The records of a mock, oldest first. */
export class RequestLog {
  #records: RequestRecord[] = [];
  #count = 0;
  #list: readonly RecordedRequest[] = Object.freeze([]);

  begin(request: MockRequest, parsed: ParsedBody): RequestRecord {
    this.#count += 1;
    const record = new RequestRecord(this.#count, request, parsed);
    this.#records.push(record);
    if (this.#records.length > MAX_RECORDS) {
      this.#records.shift();
    }
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

  clear(): void {
    this.#records = [];
  }
}
