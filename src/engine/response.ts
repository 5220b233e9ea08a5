import { MAX_BODY_TEXT } from "../../shared/limits.ts";
import type { ByteBuffer } from "../../shared/read-body.ts";
import { readHeader, readRetryAfter } from "../../shared/response-headers.ts";
import { toSafeLine } from "../../shared/text.ts";
import { decodeUtf8 } from "../../shared/utf8.ts";
import type { Call } from "./call.ts";
import { PlantStoreApiError, PlantStoreResponseError } from "./errors.ts";
import type { Outcome } from "./result.ts";
import { isFailure, isRedirect, isSuccess, isTransientStatus } from "./statuses.ts";

const MAX_BODY_CHARACTERS = 4_096;
const MAX_QUOTED_CHARACTERS = 200;

/** Decodes a response: a 2xx with data is a success, and a 4xx or 5xx with an Error is an Error, whatever the content type. */
export function decodeResponse(call: Call, response: Response, body: ByteBuffer): Outcome {
  const { status, headers } = response;
  const { progress, readers } = call;
  const { text, json, problem } = decodeBody(body);
  if (json && isSuccess(status)) {
    const { value: data, issues } = readers.readData(json.value);
    if (!issues) {
      const { attempts, callId } = progress;
      const { mayHaveBeenCreatedTwice } = call;
      return { result: { data, response, attempts, callId, mayHaveBeenCreatedTwice } };
    }
  }
  const retryAfterMs = readRetryAfter(headers);
  if (json && isFailure(status)) {
    const { value: record, issues } = readers.readError(json.value);
    if (!issues) {
      const error = { ...record, message: call.redact(record.message) };
      const result = { error, response, ...progress, isTransient: isTransientStatus(status) };
      return { result, failure: () => new PlantStoreApiError(error, response, progress), retryAfterMs };
    }
  }
  const redactedText = call.redact(text, MAX_BODY_CHARACTERS);
  const description = describeMismatch(response, redactedText, problem, `not ${call.operation.returns} or an Error`);
  const message = call.toMessage(`returned ${status} ${response.statusText} with ${description}`);
  return { failure: () => new PlantStoreResponseError(message, response, redactedText, progress), retryAfterMs };
}

interface DecodedBody {
  readonly text: string;
  /** Absent if the body isn't JSON. */
  readonly json?: { readonly value: unknown } | undefined;
  /** Empty unless the body is too large or isn't UTF-8. */
  readonly problem: string;
}

function decodeBody(body: ByteBuffer): DecodedBody {
  const { text, isValid } = decodeUtf8(body.toBytes());
  if (body.isTooLarge) {
    return { text, problem: ` of more than ${MAX_BODY_TEXT}` };
  }
  return isValid ? { text, json: parseJson(text), problem: "" } : { text, problem: " that is not UTF-8" };
}

function parseJson(text: string): DecodedBody["json"] {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function describeMismatch(response: Response, text: string, problem: string, mismatch: string): string {
  const { headers } = response;
  if (isRedirect(response)) {
    const location = readHeader(headers, "location");
    return `a redirect${location ? ` to ${location}` : ""}, which is not followed`;
  }
  const contentType = readHeader(headers, "content-type") ?? "no content type";
  return text
    ? `${contentType}${problem}, ${mismatch}: ${toSafeLine(text, MAX_QUOTED_CHARACTERS)}`
    : `an empty body, ${mismatch}`;
}
