import type { NewPlant } from "../../src/schemas.ts";
import { MAX_BODY_TEXT } from "../../src/shared/limits.ts";
import type { ByteBuffer } from "../../src/shared/read-body.ts";
import { REDACTED, REDACTED_AUTHORIZATION, type Redact } from "../../src/shared/redact.ts";
import type { RecordedRequest, RequestOutcome } from "../recorded-request.ts";
import { isLost, type Reply, type ReplyHeaders } from "../replies.ts";
import type { MockRequest } from "./mock-request.ts";
import type { ParsedBody } from "./parse-body.ts";

const MAX_TEXT_LENGTH = 16 * 2 ** 10;
const MAX_HEADER_LENGTH = 4 * 2 ** 10;

const cutMark = (maxLength: number): string => `… [cut after ${maxLength / 2 ** 10} KiB]`;
const TOO_LARGE_MARK = `[larger than ${MAX_BODY_TEXT}]`;

export const isIncomplete = (body: string): boolean =>
  body.endsWith(cutMark(MAX_TEXT_LENGTH)) || body === TOO_LARGE_MARK;

/** The record of a request, whose texts are redacted and cut. */
export class RequestRecord {
  readonly #redact: Redact;
  readonly #onChange: () => void;
  readonly #startedMs = performance.now();
  #recorded: RecordedRequest;

  constructor(number: number, { method, url, headers, redact }: MockRequest, onChange: () => void) {
    this.#redact = redact;
    this.#onChange = onChange;
    this.#recorded = Object.freeze({
      number,
      method,
      url: this.#toText(url),
      headers: this.#toHeaders(headers),
      receivedAt: new Date().toISOString(),
      outcome: "pending",
      created: false,
    });
  }

  /** The same frozen object until the record changes. */
  get recorded(): RecordedRequest {
    return this.#recorded;
  }

  setBody(body: ByteBuffer, { text, plant }: ParsedBody): void {
    this.#update({
      body: body.isTooLarge ? TOO_LARGE_MARK : this.#toText(text ?? decodeStart(body.toBytes())),
      ...(plant && { newPlant: this.#toPlant(plant) }),
    });
  }

  setFault(fault: string): void {
    this.#update({ fault });
  }

  setCreated(): void {
    this.#update({ created: true });
  }

  /** Records how the request ended, and returns the reply with the record. */
  finish(outcome: RequestOutcome, reply: Reply): Reply {
    this.#update({
      outcome,
      durationMs: Math.round((performance.now() - this.#startedMs) * 10) / 10,
      ...(!isLost(reply) && {
        status: reply.status,
        response: Object.freeze({
          status: reply.status,
          headers: this.#toHeaders(reply.headers),
          ...(typeof reply.body === "string" && { body: this.#toText(reply.body) }),
        }),
      }),
    });
    return { ...reply, record: this.#recorded };
  }

  #update(fields: Partial<RecordedRequest>): void {
    this.#recorded = Object.freeze({ ...this.#recorded, ...fields });
    this.#onChange();
  }

  #toText(text: string, maxLength = MAX_TEXT_LENGTH): string {
    return text.length > maxLength
      ? copyText(this.#redact(text, maxLength)) + cutMark(maxLength)
      : this.#redact(text, maxLength);
  }

  #toPlant(plant: Readonly<NewPlant>): Readonly<NewPlant> {
    const fields = Object.entries(plant).map(([field, value]) => [
      field,
      typeof value === "string" ? this.#toText(value) : value,
    ]);
    return Object.freeze(Object.fromEntries(fields) as NewPlant);
  }

  #toHeaders(headers: ReplyHeaders): Readonly<Record<string, string>> {
    const fields: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      fields[name] = CREDENTIAL_HEADERS.includes(name)
        ? redactCredentials(String(value))
        : this.#toText(String(value), MAX_HEADER_LENGTH);
    }
    return Object.freeze(fields);
  }
}

const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

const redactCredentials = (value: string): string => (/^bearer /i.test(value) ? REDACTED_AUTHORIZATION : REDACTED);

/** Decodes as much of a body as a record may need. */
const decodeStart = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH));

/** Copies a string. A substring would keep the whole string in memory. */
const copyText = (text: string): string => JSON.parse(JSON.stringify(text));
