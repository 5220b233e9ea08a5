import type { NewPlant } from "../src/schemas.ts";
import { createRedactor } from "../src/shared/redact.ts";
import type { Body } from "./create-plant.ts";
import type { MockHeaders, MockRequest, MockResponse } from "./messages.ts";
import { type StoredPlant, toStoredPlant } from "./store.ts";

export const OUTCOMES = ["pending", "created", "refused", "fault", "aborted"] as const;

/**
 * How a request ended: `pending` before the response, `created` with a Plant, `refused` with an Error, `fault` when a fault
 * decided the response, `aborted` when the caller stopped waiting.
 */
export type RequestOutcome = (typeof OUTCOMES)[number];

/** A response as the mock recorded it, with tokens redacted. */
export interface RecordedResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, cut after 64 KiB. */
  readonly body: string;
}

/** A request to the operation and its response, with tokens redacted. */
export interface RecordedRequest {
  /** The method, "POST". */
  readonly method: string;
  /** The URL, with its query. */
  readonly url: string;
  /** The headers, by name in lower case. Credentials read "[redacted]". */
  readonly headers: Readonly<Record<string, string>>;
  /** When the request arrived, in ISO 8601. */
  readonly receivedAt: string;
  /** The body as text, cut after 64 KiB, or "[larger than 1 MiB]". Absent until it has arrived. */
  readonly body?: string;
  /** The plant to create. Absent when the body isn't a NewPlant, or is longer than 64 KiB and no plant was created. */
  readonly newPlant?: StoredPlant;
  /** The status of the response. Absent while there is none, and when the connection was lost. */
  readonly status?: number;
  /** The response. Absent while there is none, and when the connection was lost. */
  readonly response?: RecordedResponse;
  /** How long the response took, in milliseconds. Absent while there is none. */
  readonly durationMs?: number;
  /** How the request ended. */
  readonly outcome: RequestOutcome;
}

const MAX_RECORDS = 1_000;
const MAX_RECORD_BYTES = 64 * 2 ** 20;
const MAX_TEXT_BYTES = 64 * 2 ** 10;

/** What a record and each header take at most besides their texts, as measured. A character takes at most 2 bytes. */
const RECORD_BYTES = 2_048;
const HEADER_BYTES = 200;

type HeaderFields = Omit<MockHeaders, "get">;

function countBytes(headers: HeaderFields): number {
  let bytes = 0;
  headers.forEach((value, name) => {
    bytes += HEADER_BYTES + 2 * (name.length + value.length);
  });
  return bytes;
}

const CUT_MARK = "… [cut after 64 KiB]";

const TOO_LARGE_MARK = "[larger than 1 MiB]";

export const isIncomplete = (body: string): boolean => body.endsWith(CUT_MARK) || body === TOO_LARGE_MARK;

type RequestHead = Pick<MockRequest, "method" | "url" | "headers">;

interface RawRecord extends RequestHead {
  body?: string;
  newPlant?: NewPlant | undefined;
  response?: { readonly status: number; readonly headers: HeaderFields };
  responseBody: string;
}

const NOTHING: RawRecord = { method: "", url: "", headers: new Headers(), responseBody: "" };

export class RequestRecord {
  readonly log: RequestLog;
  readonly number: number;
  bytes = 0;
  isRemoved = false;
  #raw: RawRecord;
  #shaped: RecordedRequest | undefined;
  readonly #receivedAtMs = Date.now();
  readonly #startedMs = performance.now();
  #durationMs: number | undefined;
  #outcome: RequestOutcome = "pending";
  #isComplete = false;
  #plantBytes = 0;

  constructor(log: RequestLog, number: number, { method, url, headers }: RequestHead) {
    this.log = log;
    this.number = number;
    this.#raw = { method, url, headers, responseBody: "" };
  }

  setBody(bytes: Uint8Array | undefined, { newPlant, text }: Body): void {
    const size = bytes?.byteLength ?? 0;
    const body = text !== undefined && size <= MAX_TEXT_BYTES ? text : bytes ? decodeStart(bytes) : TOO_LARGE_MARK;
    this.#raw.body = body;
    this.#raw.newPlant = newPlant;
    this.#plantBytes = newPlant ? 2 * size : 0;
    this.log.budget.charge(this, 2 * body.length + this.#plantBytes);
  }

  finish(outcome: RequestOutcome, response?: MockResponse): void {
    this.#outcome = outcome;
    this.#durationMs = performance.now() - this.#startedMs;
    let bytes = 0;
    if (outcome !== "created" && this.#raw.body?.endsWith(CUT_MARK)) {
      this.#raw.newPlant = undefined;
      bytes -= this.#plantBytes;
    }
    if (response?.status) {
      const { status, headers } = response;
      const fields = headers instanceof Headers ? headers : new Map(Object.entries(headers));
      this.#raw.response = { status, headers: fields };
      bytes += countBytes(fields);
    }
    // The body of a Response is recorded while it is read.
    if (!(response instanceof Response)) {
      const { body = "" } = response ?? {};
      this.#raw.responseBody = body.length > MAX_TEXT_BYTES / 3 ? decodeStart(new TextEncoder().encode(body)) : body;
      this.#isComplete = true;
    }
    this.log.budget.charge(this, bytes + 2 * this.#raw.responseBody.length);
  }

  /** Records the body while the caller reads it. Canceling a Response that was cloned wouldn't cancel an endless body. */
  recordBody(response: Response): Response {
    const reader = response.body?.getReader();
    if (reader === undefined) {
      this.#complete();
      return response;
    }
    const decoder = new TextDecoder();
    let bytes = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) {
          this.#complete();
          controller.close();
          return;
        }
        if (bytes <= MAX_TEXT_BYTES) {
          const text = decoder.decode(value.subarray(0, MAX_TEXT_BYTES - bytes), { stream: true });
          bytes += value.byteLength;
          this.#raw.responseBody += bytes > MAX_TEXT_BYTES ? text + CUT_MARK : text;
          this.log.budget.charge(this, 2 * text.length);
        }
        controller.enqueue(value);
      },
      cancel: (reason) => {
        this.#complete();
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  }

  #complete(): void {
    this.#isComplete = true;
    this.log.budget.charge(this, 0);
  }

  shape(redactorFor: (headers: MockHeaders) => Redact): RecordedRequest {
    if (this.#shaped) {
      return this.#shaped;
    }
    const { method, url, headers, body, newPlant, response, responseBody } = this.#raw;
    const redact = redactorFor(headers);
    const shaped: RecordedRequest = Object.freeze({
      method,
      url: redact(url),
      headers: redactHeaders(headers, redact),
      receivedAt: new Date(this.#receivedAtMs).toISOString(),
      ...(body !== undefined && { body: redact(body) }),
      ...(newPlant && { newPlant: redactPlant(newPlant, redact) }),
      ...(response && {
        status: response.status,
        response: Object.freeze({
          status: response.status,
          headers: redactHeaders(response.headers, redact),
          body: redact(responseBody),
        }),
      }),
      ...(this.#durationMs !== undefined && { durationMs: Math.round(this.#durationMs * 10) / 10 }),
      outcome: this.#outcome,
    });
    if (this.#isComplete) {
      this.#shaped = shaped;
      this.#raw = NOTHING;
    }
    return shaped;
  }
}

export class RecordBudget {
  /** Oldest first. An array, since a `Set` makes a request 5 % slower. */
  #records: RequestRecord[] = [];
  #bytes = 0;

  add(record: RequestRecord, bytes: number): void {
    this.#records.push(record);
    this.charge(record, bytes);
  }

  charge(record: RequestRecord, bytes: number): void {
    if (record.isRemoved) {
      return;
    }
    record.bytes += bytes;
    this.#bytes += bytes;
    while (this.#records.length > MAX_RECORDS || this.#bytes > MAX_RECORD_BYTES) {
      const oldest = this.#records.shift() as RequestRecord;
      this.#release(oldest);
      if (oldest.log !== record.log) {
        oldest.log.changed();
      }
    }
    record.log.changed();
  }

  list(log: RequestLog): readonly RequestRecord[] {
    return this.#records.filter((record) => record.log === log);
  }

  clear(log: RequestLog): void {
    for (const record of this.list(log)) {
      this.#release(record);
    }
    this.#records = this.#records.filter(({ isRemoved }) => !isRemoved);
    log.changed();
  }

  #release(record: RequestRecord): void {
    record.isRemoved = true;
    this.#bytes -= record.bytes;
  }
}

export class RequestLog {
  readonly budget: RecordBudget;
  readonly #tokens: readonly string[];
  readonly #onChange: () => void;
  #count = 0;
  #list: readonly RecordedRequest[] | undefined;

  constructor(budget: RecordBudget, tokens: readonly string[], onChange: () => void) {
    this.budget = budget;
    this.#tokens = tokens;
    this.#onChange = onChange;
  }

  begin(request: RequestHead): RequestRecord {
    this.#count += 1;
    const record = new RequestRecord(this, this.#count, request);
    this.budget.add(record, RECORD_BYTES + 2 * request.url.length + countBytes(request.headers));
    return record;
  }

  changed(): void {
    this.#list = undefined;
    this.#onChange();
  }

  get size(): number {
    return this.budget.list(this).length;
  }

  list(): readonly RecordedRequest[] {
    this.#list ??= Object.freeze([...this.latest(Number.POSITIVE_INFINITY).values()]);
    return this.#list;
  }

  latest(count: number): ReadonlyMap<number, RecordedRequest> {
    return this.#shape(this.budget.list(this).slice(-count));
  }

  get(number: number): RecordedRequest | undefined {
    return this.#shape(this.budget.list(this).filter((record) => record.number === number)).get(number);
  }

  clear(): void {
    this.budget.clear(this);
  }

  #shape(records: readonly RequestRecord[]): ReadonlyMap<number, RecordedRequest> {
    const redactors = new Map<string, Redact>();
    const redactorFor = (headers: MockHeaders) => {
      const tokens = [...this.#tokens, ...receivedTokens(headers)];
      const key = tokens.join(" ");
      const redact = redactors.get(key) ?? createTextRedactor(tokens);
      redactors.set(key, redact);
      return redact;
    };
    return new Map(records.map((record) => [record.number, record.shape(redactorFor)]));
  }
}

type Redact = (text: string) => string;

/** Also redacts the beginning of a token at the end of a text that was cut. */
function createTextRedactor(secrets: readonly string[]): Redact {
  const redact = createRedactor(secrets);
  return (text) => {
    const isCut = text.endsWith(CUT_MARK);
    const redacted = redact(isCut ? text.slice(0, -CUT_MARK.length) : text);
    const partial = isCut ? Math.max(0, ...secrets.map((secret) => sharedLength(redacted, secret))) : 0;
    const result = redacted.slice(0, redacted.length - partial) + (isCut ? CUT_MARK : "");
    // A copy, since parts of a string keep all of it in memory.
    return result === text ? text : JSON.parse(JSON.stringify(result));
  };
}

function sharedLength(text: string, secret: string): number {
  let length = secret.length - 1;
  while (!text.endsWith(secret.slice(0, length))) {
    length -= 1;
  }
  return length;
}

/** Credentials have fewer words, and looking for thousands of them would take seconds. */
const MAX_TOKENS = 4;

export function receivedTokens(headers: MockHeaders): string[] {
  const authorization = headers.get("authorization")?.trim() ?? "";
  const words = authorization.split(/\s+/, 1 + MAX_TOKENS);
  return words.length > 1 ? words.slice(1) : words;
}

function redactPlant(newPlant: NewPlant, redact: Redact): StoredPlant {
  const fields = Object.entries(newPlant).map(([field, value]) => [
    field,
    typeof value === "string" ? redact(value) : value,
  ]);
  return toStoredPlant(Object.fromEntries(fields));
}

const CREDENTIALS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

function redactHeaders(headers: HeaderFields, redact: Redact): Readonly<Record<string, string>> {
  const redacted = Array.from(headers, ([name, value]) => {
    const credentials = /^bearer /i.test(value) ? "Bearer [redacted]" : "[redacted]";
    return [name, CREDENTIALS.includes(name) ? credentials : redact(value)];
  });
  return Object.freeze(Object.fromEntries(redacted));
}

const utf8 = new TextDecoder();

/** The text of a body, cut after 64 KiB. It shares no memory with the body, which a part of a string would keep. */
function decodeStart(bytes: Uint8Array): string {
  const start = utf8.decode(bytes.subarray(0, MAX_TEXT_BYTES));
  return bytes.byteLength > MAX_TEXT_BYTES ? start + CUT_MARK : start;
}
