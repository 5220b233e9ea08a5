import type { NewPlant } from "../src/schemas.ts";
import type { Changes } from "./changes.ts";
import type { ParsedBody } from "./create-plant.ts";
import type { MockRequest, MockResponse } from "./messages.ts";
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

const MAX_TEXT_LENGTH = 16 * 2 ** 10;
const MAX_HEADER_LENGTH = 4 * 2 ** 10;

const cutMark = (maxLength: number): string => `… [cut after ${maxLength / 2 ** 10} KiB]`;
const TOO_LARGE_MARK = "[larger than 1 MiB]";

export const isIncomplete = (body: string): boolean =>
  body.endsWith(cutMark(MAX_TEXT_LENGTH)) || body === TOO_LARGE_MARK;

/** The record of a request. Texts are cut and redacted when they are recorded. */
export class RequestRecord {
  readonly number: number;
  readonly redact: (text: string) => string;
  readonly #changes: Changes;
  readonly #onChange: () => void;
  readonly #startedMs = performance.now();
  readonly #fields: { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };
  #frozen: RecordedRequest | undefined;

  constructor(
    number: number,
    { method, url, headers }: Pick<MockRequest, "method" | "url" | "headers">,
    redact: (text: string) => string,
    changes: Changes,
    onChange: () => void,
  ) {
    this.number = number;
    this.redact = redact;
    this.#changes = changes;
    this.#onChange = onChange;
    this.#fields = {
      method,
      url: this.#toText(url),
      headers: this.#toHeaders(headers),
      receivedAt: new Date().toISOString(),
      outcome: "pending",
    };
  }

  /** The same object until the record changes. */
  get recorded(): RecordedRequest {
    this.#frozen ??= this.#freeze();
    return this.#frozen;
  }

  /** Called on reading, since freezing takes as long as recording, and most records are never read. */
  #freeze(): RecordedRequest {
    const { outcome, ...fields } = this.#fields;
    Object.freeze(fields.headers);
    Object.freeze(Object.freeze(fields.response)?.headers);
    return Object.freeze({ ...fields, outcome });
  }

  setBody(bytes: Uint8Array | undefined, { text, newPlant }: ParsedBody): void {
    this.#fields.body = bytes ? this.#toText(text ?? decodeStart(bytes)) : TOO_LARGE_MARK;
    if (newPlant) {
      this.#fields.newPlant = this.#toPlant(newPlant);
    }
    this.#changed();
  }

  /** Records how the request ended, once. Returns the response to send, whose body is recorded as the caller reads it. */
  finish(outcome: RequestOutcome, response: MockResponse = Response.error()): MockResponse {
    if (this.#fields.outcome !== "pending") {
      return response;
    }
    this.#fields.outcome = outcome;
    this.#fields.durationMs = Math.round((performance.now() - this.#startedMs) * 10) / 10;
    const { status } = response;
    if (status) {
      const headers = response instanceof Response ? response.headers : Object.entries(response.headers);
      const body = response instanceof Response ? "" : this.#toText(response.body);
      this.#fields.status = status;
      this.#fields.response = { status, headers: this.#toHeaders(headers), body };
    }
    this.#changed();
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
          this.#fields.response = { ...(this.#fields.response as RecordedResponse), body: this.#toText(text) };
          this.#changed();
          this.#changes.publish();
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, response);
  }

  #changed(): void {
    this.#frozen = undefined;
    this.#onChange();
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

  #toHeaders(headers: Iterable<[string, string]>): Record<string, string> {
    const fields: [string, string][] = [];
    for (const [name, value] of headers) {
      const text = CREDENTIALS.includes(name) ? toCredentials(value) : this.#toText(value, MAX_HEADER_LENGTH);
      fields.push([this.#toText(name, MAX_HEADER_LENGTH), text]);
    }
    return Object.fromEntries(fields);
  }
}

const CREDENTIALS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

const toCredentials = (value: string): string => (/^bearer /i.test(value) ? "Bearer [redacted]" : "[redacted]");

const utf8 = new TextDecoder();

/** Decodes as much of a body as a record may need. */
const decodeStart = (bytes: Uint8Array): string => utf8.decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH));

/** Copies a string, since a substring retains the whole string in memory. */
const copyText = (text: string): string => JSON.parse(JSON.stringify(text));
