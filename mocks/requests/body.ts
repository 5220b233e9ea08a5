import type { NewPlant } from "../../src/schemas.ts";
import type { ByteBuffer } from "../../src/shared/read-body.ts";
import { toSafeLine } from "../../src/shared/text.ts";
import { endSentence, type InvalidInputError } from "../invalid-input.ts";
import { newPlantFromJson, readText } from "../json.ts";

/** The body of a request: a NewPlant or what is wrong with it, and the text if it could be read. */
export type ParsedBody = { text?: string | undefined } & (
  | { newPlant: NewPlant; problem?: never }
  | { newPlant?: never; problem: string }
);

export function parseBody(headers: Headers, body: ByteBuffer): ParsedBody {
  const problem = mediaProblem(headers, body);
  if (problem) {
    return { problem };
  }
  let text: string | undefined;
  try {
    text = readText(body);
    return { newPlant: newPlantFromJson(text), text };
  } catch (error) {
    return { problem: endSentence(`Invalid NewPlant: ${(error as InvalidInputError).message}`), text };
  }
}

function mediaProblem(headers: Headers, body: ByteBuffer): string | undefined {
  if (body.toBytes().byteLength === 0) {
    return "The body is missing. Send a NewPlant as JSON.";
  }
  const encoding = headers.get("content-encoding");
  if (encoding !== null && !/^identity$/i.test(encoding)) {
    return `Unsupported Content-Encoding: ${toSafeLine(encoding, 100)}. Send the body without one.`;
  }
  const contentType = headers.get("content-type");
  if (contentType === null) {
    return "The Content-Type header is missing. Send Content-Type: application/json.";
  }
  const mediaType = contentType.replace(/;.*/s, "").trim();
  return mediaType.toLowerCase() === "application/json"
    ? undefined
    : `Unsupported Content-Type: ${toSafeLine(mediaType, 100)}. Send application/json.`;
}
