import type { NewPlant } from "../src/schemas.ts";
import { createRedactor } from "../src/shared/redact.ts";
import type { Changes } from "./changes.ts";
import type { ParsedBody } from "./create-plant.ts";
import type { MockHeaders, MockRequest, MockResponse } from "./messages.ts";
import { type StoredPlant, toStoredPlant } from "./stored-plant.ts";

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
  /** The headers, by name in lower case. Values are cut after 4 KiB. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, cut after 16 KiB. */
  readonly body: string;
}

/** A request to the operation and its response, with tokens redacted. */
export interface RecordedRequest {
  /** The method, "POST". */
  readonly method: string;
  /** The URL, with its query. Cut after 16 KiB. */
  readonly url: string;
  /** The headers, by name in lower case. Credentials read "[redacted]". Values are cut after 4 KiB. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the request arrived, in ISO 8601. */
  readonly receivedAt: string;
  /** The body as text, cut after 16 KiB, or "[larger than 1 MiB]". Absent until it has arrived. */
  readonly body?: string;
  /** The plant to create, with texts cut after 16 KiB. Absent when the body isn't a NewPlant. */
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
const MAX_TEXT_LENGTH = 16 * 2 ** 10;
const MAX_HEADER_LENGTH = 4 * 2 ** 10;

const cutMark = (maxLength: number): string => `… [cut after ${maxLength / 2 ** 10} KiB]`;
const TOO_LARGE_MARK = "[larger than 1 MiB]";

export const isIncomplete = (body: string): boolean =>
  body.endsWith(cutMark(MAX_TEXT_LENGTH)) || body === TOO_LARGE_MARK;

type RequestHead = Pick<MockRequest, "method" | "url" | "headers">;
type Redact = (text: string) => string;

/** What is known of a request. Everything in it was cut and redacted when it was recorded. */
export class RequestRecord {
  readonly number: number;
  /** The log that holds it, until it is removed. */
  log: RequestLog | undefined;
  readonly redact: Redact;
  readonly #changes: Changes;
  readonly #startedMs = performance.now();
  #fields: RecordedRequest;
  #frozen: RecordedRequest | undefined;

  constructor(log: RequestLog, number: number, { method, url, headers }: RequestHead, redact: Redact) {
    this.log = log;
    this.#changes = log.changes;
    this.number = number;
    this.redact = redact;
    this.#fields = {
      method,
      url: this.#toText(url),
      headers: this.#toHeaders(headers),
      receivedAt: new Date().toISOString(),
      outcome: "pending",
    };
  }

  get recorded(): RecordedRequest {
    const { outcome, ...fields } = this.#fields;
    this.#frozen ??= Object.freeze({ ...fields, outcome });
    return this.#frozen;
  }

  setBody(bytes: Uint8Array | undefined, { text, newPlant }: ParsedBody): void {
    this.#set({
      body: bytes ? this.#toText(text ?? decodeStart(bytes)) : TOO_LARGE_MARK,
      ...(newPlant && { newPlant: this.#toPlant(newPlant) }),
    });
  }

  /** Records how the request ended, once. Returns the response to send, whose body is recorded as the caller reads it. */
  finish(outcome: RequestOutcome, response: MockResponse = Response.error()): MockResponse {
    if (this.#fields.outcome !== "pending") {
      return response;
    }
    if (response.status) {
      const { status, headers } = response;
      const fields = headers instanceof Headers ? headers : Object.entries(headers);
      const body = response instanceof Response ? "" : this.#toText(response.body);
      this.#setResponse({ status, headers: this.#toHeaders(fields), body });
    }
    this.#set({ outcome, durationMs: Math.round((performance.now() - this.#startedMs) * 10) / 10 });
    this.#changes.publish();
    return response instanceof Response && response.body ? this.#recordBody(response, response.body) : response;
  }

  /** Canceling a clone wouldn't cancel an endless body, so the body itself is read. */
  #recordBody(response: Response, stream: ReadableStream<Uint8Array>): Response {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let text = "";
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        if (text.length <= MAX_TEXT_LENGTH) {
          text += decoder.decode(value.subarray(0, 4 * MAX_TEXT_LENGTH), { stream: true });
          this.#setResponse({ ...(this.#fields.response as RecordedResponse), body: this.#toText(text) });
          this.#changes.publish();
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, response);
  }

  #setResponse(response: RecordedResponse): void {
    this.#set({ status: response.status, response: Object.freeze(response) });
  }

  #set(fields: Partial<RecordedRequest>): void {
    this.#fields = { ...this.#fields, ...fields };
    this.#frozen = undefined;
    this.log?.changed();
  }

  #toText(text: string, maxLength = MAX_TEXT_LENGTH): string {
    return text.length > maxLength
      ? this.redact(copyText(text.slice(0, maxLength))) + cutMark(maxLength)
      : this.redact(text);
  }

  #toPlant(newPlant: NewPlant): StoredPlant {
    const fields = Object.entries(newPlant).map(([field, value]) => [
      field,
      typeof value === "string" ? this.#toText(value) : value,
    ]);
    return toStoredPlant(Object.fromEntries(fields));
  }

  #toHeaders(headers: Iterable<[string, string]>): Readonly<Record<string, string>> {
    const fields: [string, string][] = [];
    for (const [name, value] of headers) {
      const text = CREDENTIALS.includes(name) ? toCredentials(value) : this.#toText(value, MAX_HEADER_LENGTH);
      fields.push([this.#toText(name, MAX_HEADER_LENGTH), text]);
    }
    return Object.freeze(Object.fromEntries(fields));
  }
}

const CREDENTIALS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

const toCredentials = (value: string): string => (/^bearer /i.test(value) ? "Bearer [redacted]" : "[redacted]");

const utf8 = new TextDecoder();

/** As much of a body as a record may need. */
const decodeStart = (bytes: Uint8Array): string => utf8.decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH));

/** A part of a string keeps all of it in memory, and a copy doesn't. */
const copyText = (text: string): string => JSON.parse(JSON.stringify(text));

/** The records of a server and all its sessions, oldest first. An array, since a `Set` makes a request 5 % slower. */
export class RecordHistory {
  #records: RequestRecord[] = [];

  add(record: RequestRecord): void {
    this.#records.push(record);
    if (this.#records.length > MAX_RECORDS) {
      const oldest = this.#records.shift() as RequestRecord;
      const { log } = oldest;
      oldest.log = undefined;
      log?.changed();
      // The log of the new record tells when the record is complete.
      if (log !== record.log) {
        log?.changes.publish();
      }
    }
  }

  list(log: RequestLog): readonly RequestRecord[] {
    return this.#records.filter((record) => record.log === log);
  }

  remove(log: RequestLog): void {
    for (const record of this.list(log)) {
      record.log = undefined;
    }
    this.#records = this.#records.filter((record) => record.log);
  }
}

export class RequestLog {
  readonly changes: Changes;
  readonly #history: RecordHistory;
  readonly #tokens: readonly string[];
  #count = 0;
  #list: readonly RecordedRequest[] | undefined;
  #authorization: string | null | undefined;
  #redact = createRedactor([]);

  constructor(history: RecordHistory, tokens: readonly string[], changes: Changes) {
    this.#history = history;
    this.#tokens = tokens;
    this.changes = changes;
  }

  begin(request: RequestHead): RequestRecord {
    this.#count += 1;
    const record = new RequestRecord(this, this.#count, request, this.#redactorFor(request.headers));
    this.#history.add(record);
    this.changed();
    return record;
  }

  changed(): void {
    this.#list = undefined;
    this.changes.note();
  }

  get size(): number {
    return this.#history.list(this).length;
  }

  list(): readonly RecordedRequest[] {
    this.#list ??= Object.freeze([...this.latest(Number.POSITIVE_INFINITY).values()]);
    return this.#list;
  }

  latest(count: number): ReadonlyMap<number, RecordedRequest> {
    return new Map(
      this.#history
        .list(this)
        .slice(-count)
        .map(({ number, recorded }) => [number, recorded]),
    );
  }

  get(number: number): RecordedRequest | undefined {
    return this.#history.list(this).find((record) => record.number === number)?.recorded;
  }

  clear(): void {
    this.#history.remove(this);
    this.changed();
    this.changes.publish();
  }

  /** Keeps the last function, since creating one costs as much as a response. */
  #redactorFor(headers: MockHeaders): Redact {
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

/** Credentials have fewer words, and looking for thousands of them would take seconds. */
const MAX_TOKENS = 4;

export function receivedTokens(headers: MockHeaders): string[] {
  const authorization = headers.get("authorization")?.trim() ?? "";
  const words = authorization.split(/\s+/, 1 + MAX_TOKENS);
  return words.length > 1 ? words.slice(1) : words;
}
