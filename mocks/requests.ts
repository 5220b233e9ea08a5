import { createRedactor } from "../src/shared/redact.ts";
import type { Changes } from "./changes.ts";
import type { MockHeaders, MockRequest } from "./messages.ts";
import { type RecordedRequest, RequestRecord } from "./request-record.ts";

const MAX_RECORDS = 1_000;

/** The order of all records of a server and its sessions: the log of each record, oldest first. */
export class RecordHistory {
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
  readonly #tokens: readonly string[];
  #records: RequestRecord[] = [];
  #count = 0;
  #list: readonly RecordedRequest[] | undefined;
  #authorization: string | null | undefined;
  #redact = createRedactor([]);

  constructor(history: RecordHistory, tokens: readonly string[], changes: Changes) {
    this.#history = history;
    this.#tokens = tokens;
    this.changes = changes;
  }

  begin(request: Pick<MockRequest, "method" | "url" | "headers">): RequestRecord {
    this.#count += 1;
    const redact = this.#redactorFor(request.headers);
    const record = new RequestRecord(this.#count, request, redact, this.changes, this.#changed);
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
    this.changes.note();
  };

  /** Caches the last function, since creating one takes as long as a response. */
  #redactorFor(headers: MockHeaders): (text: string) => string {
    const authorization = headers.get("authorization");
    if (authorization !== this.#authorization) {
      this.#authorization = authorization;
      const tokens = [...this.#tokens, ...receivedTokens(headers)];
      // Names of headers and hosts are in lower case.
      this.#redact = createRedactor([...tokens, ...tokens.map((token) => token.toLowerCase())]);
    }
    return this.#redact;
  }
}

/** Credentials have fewer words, and redacting thousands of words would take seconds. */
const MAX_TOKENS = 4;

export function receivedTokens(headers: MockHeaders): string[] {
  const authorization = headers.get("authorization")?.trim() ?? "";
  const words = authorization.split(/\s+/, 1 + MAX_TOKENS);
  return words.length > 1 ? words.slice(1) : words;
}
