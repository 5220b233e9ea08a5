import { MAX_BODY_TEXT } from "../../shared/limits.ts";
import type { NewPlant } from "../../src/schemas.ts";
import { isLost, type Reply, type ReplyHeaders } from "../wire/reply.ts";
import type { MockRequest } from "../wire/request.ts";
import type { ParsedBody } from "./parse-body.ts";
import type { RecordedRequest } from "./recorded-request.ts";

const MAX_TEXT_LENGTH = 16_384;

const CUT_MARK = `… [cut after ${MAX_TEXT_LENGTH} characters]`;
const TOO_LARGE_MARK = `[larger than ${MAX_BODY_TEXT}]`;

/** Whether a recorded text is the whole body. Bytes that aren't UTF-8 are recorded as U+FFFD. */
export const isWhole = (body: string): boolean =>
  !body.endsWith(CUT_MARK) && body !== TOO_LARGE_MARK && !body.includes("\ufffd");

/** The part of a record that is known when its request has arrived. */
export const recordRequest = (
  number: number,
  { method, url, headers, body }: MockRequest,
  { text, plant }: ParsedBody,
): RecordedRequest => ({
  number,
  method,
  url: cutText(url),
  headers: cutHeaders(headers),
  receivedAt: new Date().toISOString(),
  body: body === "too large" ? TOO_LARGE_MARK : cutText(text ?? decodeStart(body)),
  ...(plant && { newPlant: cutPlant(plant) }),
  outcome: "pending",
  created: false,
});

/** The part of a record about its response. */
export const recordReply = (reply: Reply): Partial<RecordedRequest> =>
  isLost(reply)
    ? {}
    : {
        status: reply.status,
        response: {
          status: reply.status,
          headers: cutHeaders(reply.headers),
          ...(typeof reply.body === "string" && { body: cutText(reply.body) }),
        },
      };

const cutText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? copyText(text.slice(0, MAX_TEXT_LENGTH)) + CUT_MARK : text;

/** Copies a string. A substring would keep the whole string in memory. */
const copyText = (text: string): string => JSON.parse(JSON.stringify(text));

function cutPlant(plant: Readonly<NewPlant>): Readonly<NewPlant> {
  const fields = Object.entries(plant).map(([field, value]) => [
    field,
    typeof value === "string" ? cutText(value) : value,
  ]);
  return Object.fromEntries(fields) as NewPlant;
}

function cutHeaders(headers: ReplyHeaders): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, values] of Object.entries(headers)) {
    fields[name] = cutText(typeof values === "string" ? values : values.join(", "));
  }
  return fields;
}

/** Decodes as much of a body as a record may need. */
const decodeStart = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 4 * MAX_TEXT_LENGTH));
