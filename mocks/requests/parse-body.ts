import type { NewPlant } from "../../shared/records.ts";
import { toSafeLine } from "../../shared/text.ts";
import { describeInvalid, endSentence } from "../input/invalid-input.ts";
import { parseJson } from "../input/parse-json.ts";
import { readText } from "../input/read-text.ts";
import { checkNewPlant } from "../plants/check-plant.ts";
import type { MockRequest } from "../wire/request.ts";

/** The body of a request: the plant to create or what is wrong with it, and the text if it could be read. */
export type ParsedBody = { text?: string | undefined } & (
  | { plant: Readonly<NewPlant>; problem?: never }
  | { plant?: never; problem: string }
);

export function parseBody(request: MockRequest): ParsedBody {
  const problem = mediaProblem(request);
  if (problem) {
    return { problem };
  }
  let text: string | undefined;
  try {
    text = readText(request.body);
    return { plant: checkNewPlant(parseJson(text)), text };
  } catch (error) {
    return { problem: endSentence(describeInvalid("Invalid NewPlant", error)), text };
  }
}

function mediaProblem({ headers, body }: MockRequest): string | undefined {
  if (body !== "too large" && body.byteLength === 0) {
    return "The body is missing. Send a NewPlant as JSON.";
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && !/^identity$/i.test(encoding)) {
    return `Unsupported Content-Encoding: ${toSafeLine(encoding, 100)}. Send the body without one.`;
  }
  const contentType = headers["content-type"];
  if (contentType === undefined) {
    return "The Content-Type header is missing. Send Content-Type: application/json.";
  }
  return toMediaType(contentType).toLowerCase() === "application/json"
    ? undefined
    : `Unsupported Content-Type: ${toSafeLine(toMediaType(contentType), 100)}. Send application/json.`;
}

const toMediaType = (contentType: string): string => contentType.replace(/;.*/s, "").trim();
