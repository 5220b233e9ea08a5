import type { NewPlant } from "../../src/schemas.ts";
import type { ByteBuffer } from "../../src/shared/read-body.ts";
import { createRedactor, type Redact } from "../../src/shared/redact.ts";
import type { Changes } from "../changes.ts";
import { type StoredPlant, toStoredPlant } from "../plants/stored-plant.ts";
import { getText } from "../responses.ts";
import type { ParsedBody } from "./body.ts";
import type { MockRequest } from "./request.ts";

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
  /** The body as text, cut after 16 KiB. Absent when a fault function returned the response. */
  readonly body?: string;
}

/** A request to the operation and its response, with its token redacted. */
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
  /** The fault that applied, in words: "connection", "error 503", "delay 2000 ms" or "function". Absent without one. */
  readonly fault?: string;
  /** Whether the request created a plant. */
  readonly created: boolean;
}

const MAX_TEXT_LENGTH = 16 * 2 ** 10;
const MAX_HEADER_LENGTH = 4 * 2 ** 10;

const cutMark = (maxLength: number): string => `… [cut after ${maxLength / 2 ** 10} KiB]`;
const TOO_LARGE_MARK = "[larger than 1 MiB]";

export const isIncomplete = (body: string): boolean =>
  body.endsWith(cutMark(MAX_TEXT_LENGTH)) || body === TOO_LARGE_MARK;

/** The record of a request, whose texts are redacted and cut. */
export class RequestRecord {
  readonly number: number;
  readonly redact: Redact;
  readonly #changes: Changes;
  readonly #onChange: () => void;
  readonly #startedMs = performance.now();
  #recorded: RecordedRequest;

  constructor(number: number, request: MockRequest, changes: Changes, onChange: () => void) {
    const { method, url, headers } = request;
    this.number = number;
    this.redact = createRequestRedactor(headers);
    this.#changes = changes;
    this.#onChange = onChange;
    this.#recorded = Object.freeze({
      method,
      url: this.#toText(url),
      headers: this.#toHeaders(headers),
      receivedAt: new Date().toISOString(),
      outcome: "pending",
      created: false,
    });
    records.set(request, this);
  }

  /** The same frozen object until the record changes. */
  get recorded(): RecordedRequest {
    return this.#recorded;
  }

  setBody(body: ByteBuffer, { text, newPlant }: ParsedBody): void {
    this.#update({
      body: body.isTooLarge ? TOO_LARGE_MARK : this.#toText(text ?? decodeStart(body.toBytes())),
      ...(newPlant && { newPlant: this.#toPlant(newPlant) }),
    });
  }

  setFault(fault: string): void {
    this.#update({ fault });
  }

  setCreated(): void {
    this.#update({ created: true });
  }

  /** Records how the request ended, and returns the response. */
  finish(outcome: RequestOutcome, response: Response = Response.error()): Response {
    const { status, headers } = response;
    const text = getText(response);
    this.#update({
      outcome,
      durationMs: Math.round((performance.now() - this.#startedMs) * 10) / 10,
      ...(response.type !== "error" && {
        status,
        response: Object.freeze({
          status,
          headers: this.#toHeaders(headers),
          ...(text !== undefined && { body: this.#toText(text) }),
        }),
      }),
    });
    this.#changes.publish();
    return response;
  }

  #update(fields: Partial<RecordedRequest>): void {
    this.#recorded = Object.freeze({ ...this.#recorded, ...fields });
    this.#onChange();
  }

  #toText(text: string, maxLength = MAX_TEXT_LENGTH): string {
    return text.length > maxLength
      ? copyText(this.redact(text, maxLength)) + cutMark(maxLength)
      : this.redact(text, maxLength);
  }

  #toPlant(newPlant: NewPlant): StoredPlant {
    const fields = Object.entries(newPlant).map(([field, value]) => [
      field,
      typeof value === "string" ? this.#toText(value) : value,
    ]);
    return toStoredPlant(Object.fromEntries(fields));
  }

  #toHeaders(headers: Headers): Readonly<Record<string, string>> {
    const fields: Record<string, string> = {};
    for (const [name, value] of headers) {
      fields[name] = CREDENTIAL_HEADERS.includes(name)
        ? redactCredentials(value)
        : this.#toText(value, MAX_HEADER_LENGTH);
    }
    return Object.freeze(fields);
  }
}

const records = new WeakMap<MockRequest, RequestRecord>();

/** Returns the record of a request to the operation. */
export const getRecord = (request: MockRequest): RecordedRequest | undefined => records.get(request)?.recorded;

const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

const redactCredentials = (value: string): string => (/^bearer /i.test(value) ? "Bearer [redacted]" : "[redacted]");

/** The longest token to search for. A longer one may take more than ten times as long as the rest of a request. */
const MAX_TOKEN_LENGTH = 1_500;

/** Creates a function that redacts the token of a request. If the token is too long, it redacts the whole text. */
export function createRequestRedactor(headers: Headers): Redact {
  const token = headers.get("authorization")?.replace(/^\S+ +/, "") ?? "";
  return token.length > MAX_TOKEN_LENGTH ? () => "[redacted]" : createRedactor([token]);
}

const utf8 = new TextDecoder();

/** Decodes as much of a body as a record may need. */
const decodeStart = (bytes: Uint8Array): string => utf8.decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH));

/** Copies a string. A substring would keep the whole string in memory. */
const copyText = (text: string): string => JSON.parse(JSON.stringify(text));
