import { createRedactor, encodedForms } from "../src/rules/redact.ts";
import type { NewPlant } from "../src/schemas.ts";
import type { MockHeaders, MockRequest, MockResponse } from "./messages.ts";
import { type StoredPlant, toStoredPlant } from "./store.ts";

/**
 * How a request ended: `pending` before the response, `created` with a Plant, `refused` with an Error, `fault` when a fault
 * decided the response, `aborted` when the caller stopped waiting.
 */
export type RequestOutcome = "pending" | "created" | "refused" | "fault" | "aborted";

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
  /**
   * The plant to create, with an exact id. Absent when the body isn't a valid NewPlant, and when the body is longer than
   * 64 KiB and no plant was created.
   */
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

/** What a record takes beside its texts: node:http accepts a request line and headers of 16 KiB. */
const RECORD_OVERHEAD_BYTES = 20 * 2 ** 10;

/** Ends the text of a body that was cut. */
const CUT_MARK = "… [cut after 64 KiB]";

/** Replaces the text of a body that the mock refuses to read. */
const TOO_LARGE_MARK = "[larger than 1 MiB]";

/** Whether a record doesn't hold all of the body. */
export const isIncomplete = (body: string): boolean => body.endsWith(CUT_MARK) || body === TOO_LARGE_MARK;

type RequestHead = Pick<MockRequest, "method" | "url" | "headers">;
type ResponseHead = Pick<MockResponse, "status" | "headers">;

/** A request on its way. The pipeline fills it in, and `RequestLog.list` shapes it when somebody looks. */
export class RequestRecord {
  readonly log: RequestLog;
  readonly number: number;
  readonly #request: RequestHead;
  readonly #receivedAtMs = Date.now();
  readonly #startedMs = performance.now();
  #body: string | undefined;
  #newPlant: NewPlant | undefined;
  #response: ResponseHead | undefined;
  #responseBody = "";
  #durationMs: number | undefined;
  #outcome: RequestOutcome = "pending";
  #isComplete = false;
  #shaped: RecordedRequest | undefined;
  /** What the URL and the headers of the request take beyond what node:http accepts. */
  get headBytes(): number {
    return 2 * Math.max(0, this.#request.url.length - RECORD_OVERHEAD_BYTES / 2);
  }

  /** An estimate of the memory it takes, never too low: a character takes up to 2 bytes. */
  bytes = 0;
  isRemoved = false;

  constructor(log: RequestLog, number: number, { method, url, headers }: RequestHead) {
    this.log = log;
    this.number = number;
    this.#request = { method, url, headers };
  }

  /** Records the body and the plant in it. */
  setBody(
    bytes: Uint8Array | undefined,
    { newPlant, text }: { newPlant?: NewPlant | undefined; text?: string | undefined },
  ): void {
    const size = bytes?.byteLength ?? 0;
    this.#body = text !== undefined && size <= MAX_TEXT_BYTES ? text : bytes ? decodeStart(bytes) : TOO_LARGE_MARK;
    this.#newPlant = newPlant;
    this.log.charge(this, 2 * this.#body.length + (newPlant ? 2 * size : 0));
  }

  /** Records how the request ended, with the response if there was one. */
  finish(outcome: RequestOutcome, response?: MockResponse): void {
    this.#outcome = outcome;
    this.#durationMs = performance.now() - this.#startedMs;
    if (outcome !== "created" && this.#body?.endsWith(CUT_MARK)) {
      this.#newPlant = undefined;
    }
    if (response !== undefined && response.status > 0) {
      const { status, headers } = response;
      this.#response = { status, headers };
      const pairs = headers instanceof Headers ? headers : Object.entries(headers);
      for (const [name, value] of pairs) {
        this.log.charge(this, 2 * (name.length + value.length));
      }
      if (response instanceof Response) {
        return;
      }
      const { body } = response;
      this.#responseBody = body.length > MAX_TEXT_BYTES / 3 ? decodeStart(new TextEncoder().encode(body)) : body;
    }
    this.#isComplete = true;
    this.log.charge(this, 2 * this.#responseBody.length);
  }

  /**
   * Returns a `Response` that records its body while the caller reads it. A clone would keep a body that pauses or never
   * ends open after the caller left.
   */
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
          this.#responseBody += bytes > MAX_TEXT_BYTES ? text + CUT_MARK : text;
          this.log.charge(this, 2 * text.length);
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
    this.log.charge(this, 0);
  }

  /** The record as users see it. */
  shape(redactorFor: (headers: MockHeaders) => (text: string) => string): RecordedRequest {
    if (this.#shaped) {
      return this.#shaped;
    }
    const { method, url, headers } = this.#request;
    const redact = redactorFor(headers);
    const shaped: RecordedRequest = Object.freeze({
      method,
      url: redact(url),
      headers: redactHeaders(headers, redact),
      receivedAt: new Date(this.#receivedAtMs).toISOString(),
      ...(this.#body !== undefined && { body: redact(this.#body) }),
      ...(this.#newPlant && { newPlant: redactPlant(this.#newPlant, redact) }),
      ...(this.#response && { status: this.#response.status, response: this.#shapeResponse(this.#response, redact) }),
      ...(this.#durationMs !== undefined && { durationMs: Math.round(this.#durationMs * 10) / 10 }),
      outcome: this.#outcome,
    });
    if (this.#isComplete) {
      this.#shaped = shaped;
    }
    return shaped;
  }

  #shapeResponse({ status, headers }: ResponseHead, redact: (text: string) => string): RecordedResponse {
    const pairs = headers instanceof Headers ? headers : Object.entries(headers);
    return Object.freeze({ status, headers: redactHeaders(pairs, redact), body: redact(this.#responseBody) });
  }
}

/** Bounds the records of one mock, or of a server and all its sessions: 1,000 of them, and 64 MiB of memory. */
export class RecordBudget {
  /** Oldest first. An array, since a `Set` makes a request 5 % slower. */
  #records: RequestRecord[] = [];
  #bytes = 0;

  add(record: RequestRecord): void {
    this.#records.push(record);
    this.charge(record, RECORD_OVERHEAD_BYTES + record.headBytes);
  }

  /** Adds to what a record takes, unless it was removed, and removes the oldest records to make room. */
  charge(record: RequestRecord, bytes: number): void {
    if (record.isRemoved) {
      return;
    }
    record.bytes += bytes;
    this.#bytes += bytes;
    while (this.#records.length > MAX_RECORDS || this.#bytes > MAX_RECORD_BYTES) {
      this.#release(this.#records.shift() as RequestRecord);
    }
  }

  /** The records of one log, oldest first. */
  list(log: RequestLog): readonly RequestRecord[] {
    return this.#records.filter((record) => record.log === log);
  }

  clear(log: RequestLog): void {
    for (const record of this.list(log)) {
      this.#release(record);
    }
    this.#records = this.#records.filter(({ isRemoved }) => !isRemoved);
  }

  #release(record: RequestRecord): void {
    record.isRemoved = true;
    this.#bytes -= record.bytes;
  }
}

/** The requests to one mock. */
export class RequestLog {
  readonly #budget: RecordBudget;
  readonly #tokens: readonly string[];
  readonly #onChange: () => void;
  #count = 0;

  /** @param tokens - the tokens to redact besides those that requests bring. */
  constructor(budget: RecordBudget, tokens: readonly string[], onChange: () => void) {
    this.#budget = budget;
    this.#tokens = tokens;
    this.#onChange = onChange;
  }

  /** Records a request that arrived. */
  begin(request: RequestHead): RequestRecord {
    this.#count += 1;
    const record = new RequestRecord(this, this.#count, request);
    this.#budget.add(record);
    this.#onChange();
    return record;
  }

  charge(record: RequestRecord, bytes: number): void {
    this.#budget.charge(record, bytes);
    this.#onChange();
  }

  /** How many requests it keeps. */
  get size(): number {
    return this.#budget.list(this).length;
  }

  /** The requests, oldest first. */
  list(): readonly RecordedRequest[] {
    return [...this.latest(Number.POSITIVE_INFINITY).values()];
  }

  /** The latest requests by number, oldest first. A request keeps its number. */
  latest(count: number): ReadonlyMap<number, RecordedRequest> {
    return this.#shape(this.#budget.list(this).slice(-count));
  }

  /** The request with this number, if it is kept. */
  get(number: number): RecordedRequest | undefined {
    return this.#shape(this.#budget.list(this).filter((record) => record.number === number)).get(number);
  }

  #shape(records: readonly RequestRecord[]): ReadonlyMap<number, RecordedRequest> {
    const redactors = new Map<string, (text: string) => string>();
    const redactorFor = (headers: MockHeaders) => {
      const tokens = [...this.#tokens, ...receivedTokens(headers)];
      const key = tokens.join(" ");
      const redact = redactors.get(key) ?? createTextRedactor(tokens.flatMap(encodedForms));
      redactors.set(key, redact);
      return redact;
    };
    return new Map(records.map((record) => [record.number, record.shape(redactorFor)]));
  }

  clear(): void {
    this.#budget.clear(this);
    this.#onChange();
  }
}

/** A redactor that also removes the beginning of a token at the end of a text that was cut. */
function createTextRedactor(secrets: readonly string[]): (text: string) => string {
  const redact = createRedactor(secrets);
  return (text) => {
    if (!text.endsWith(CUT_MARK)) {
      return redact(text);
    }
    const redacted = redact(text.slice(0, -CUT_MARK.length));
    const partial = Math.max(0, ...secrets.map((secret) => sharedLength(redacted, secret)));
    return redacted.slice(0, redacted.length - partial) + CUT_MARK;
  };
}

/** The length of the longest beginning of a secret with which the text ends. */
function sharedLength(text: string, secret: string): number {
  let length = secret.length - 1;
  while (!text.endsWith(secret.slice(0, length))) {
    length -= 1;
  }
  return length;
}

/** More words than this are no credentials, and looking for thousands of them would take seconds. */
const MAX_TOKENS = 4;

/** The credentials of a request: what follows the scheme of its Authorization header, or all of it without a scheme. */
export function receivedTokens(headers: MockHeaders): string[] {
  const words =
    headers
      .get("authorization")
      ?.trim()
      .split(/\s+/, 1 + MAX_TOKENS) ?? [];
  return words.length > 1 ? words.slice(1) : words;
}

/** A plant may hold a token too, in any of its texts. */
function redactPlant(newPlant: NewPlant, redact: (text: string) => string): StoredPlant {
  const redacted: Record<string, unknown> & NewPlant = { ...newPlant };
  for (const [field, value] of Object.entries(newPlant)) {
    redacted[field] = typeof value === "string" ? redact(value) : value;
  }
  return toStoredPlant(redacted);
}

const CREDENTIALS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

function redactHeaders(
  headers: Iterable<[string, string]>,
  redact: (text: string) => string,
): Readonly<Record<string, string>> {
  const redacted = Array.from(headers, ([name, value]) => {
    // Of credentials, only that there was a bearer token stays.
    const credentials = /^bearer /i.test(value) ? "Bearer [redacted]" : "[redacted]";
    return [name, CREDENTIALS.includes(name) ? credentials : redact(value)];
  });
  return Object.freeze(Object.fromEntries(redacted));
}

const utf8 = new TextDecoder();

/**
 * The text of a body, cut after 64 KiB. It shares no memory with the body: a `slice` of a string, or a chunk from a socket,
 * would keep all of it alive.
 */
function decodeStart(bytes: Uint8Array): string {
  return bytes.byteLength > MAX_TEXT_BYTES
    ? utf8.decode(bytes.subarray(0, MAX_TEXT_BYTES)) + CUT_MARK
    : utf8.decode(bytes);
}
