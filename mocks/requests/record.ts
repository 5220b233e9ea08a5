import { MAX_BODY_TEXT } from "../../shared/limits.ts";
import type { Redact } from "../../shared/token.ts";
import type { NewPlant } from "../../src/schemas.ts";
import { isLost, type Reply, type ReplyHeaders } from "../core/reply.ts";
import type { MockRequest } from "../core/request.ts";
import type { ParsedBody } from "./parse-body.ts";
import type { RecordedRequest, RequestOutcome } from "./recorded-request.ts";

const MAX_TEXT_LENGTH = 16_384;
const MAX_HEADER_LENGTH = 4_096;

const cutMark = (maxLength: number): string => `… [cut after ${maxLength} characters]`;
const TOO_LARGE_MARK = `[larger than ${MAX_BODY_TEXT}]`;

/** The headers that a record has as they were sent, for tests in this process. */
export const CREDENTIAL_HEADERS: readonly string[] = ["authorization", "proxy-authorization", "cookie", "set-cookie"];

/** Makes the record of a request. Its texts are redacted and cut. */
export class RequestRecord {
  readonly #redact: Redact;
  readonly #startedMs = performance.now();
  #recorded: RecordedRequest;

  constructor(number: number, { method, url, headers, redact, body }: MockRequest, { text, plant }: ParsedBody) {
    this.#redact = redact;
    this.#recorded = {
      number,
      method,
      url: this.#toText(url),
      headers: this.#toHeaders(headers),
      receivedAt: new Date().toISOString(),
      body: body === "too large" ? TOO_LARGE_MARK : this.#toText(text ?? decodeStart(body)),
      ...(plant && { newPlant: this.#toPlant(plant) }),
      outcome: "pending",
      created: false,
    };
  }

  /** The same frozen object until the record changes. */
  get recorded(): RecordedRequest {
    return Object.freeze(this.#recorded);
  }

  /** Changes the record in place until somebody has read it, and then a copy. */
  update(fields: Partial<RecordedRequest>): void {
    const target = Object.isFrozen(this.#recorded) ? { ...this.#recorded } : this.#recorded;
    this.#recorded = Object.assign(target, fields);
  }

  /** Records how the request ended, and returns the reply with the record. */
  finish(outcome: RequestOutcome, reply: Reply): Reply {
    this.update({
      outcome,
      durationMs: Math.round((performance.now() - this.#startedMs) * 10) / 10,
      ...(!isLost(reply) && {
        status: reply.status,
        response: {
          status: reply.status,
          headers: this.#toHeaders(reply.headers),
          ...(typeof reply.body === "string" && { body: this.#toText(reply.body) }),
        },
      }),
    });
    return { ...reply, record: this.recorded };
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
    return Object.fromEntries(fields) as NewPlant;
  }

  #toHeaders(headers: ReplyHeaders): Readonly<Record<string, string>> {
    const fields: Record<string, string> = {};
    for (const [name, values] of Object.entries(headers)) {
      const value = typeof values === "string" ? values : values.join(", ");
      fields[name] = CREDENTIAL_HEADERS.includes(name) ? value : this.#toText(value, MAX_HEADER_LENGTH);
    }
    return fields;
  }
}

/** Decodes as much of a body as a record may need. */
const decodeStart = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH));

/** Copies a string. A substring would keep the whole string in memory. */
const copyText = (text: string): string => JSON.parse(JSON.stringify(text));
