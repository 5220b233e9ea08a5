import type { NewPlant, Plant } from "../src/schemas.ts";
import { toSafeLine } from "../src/shared/text.ts";
import { endSentence, type InvalidInputError } from "./invalid-input.ts";
import { decodeText, newPlantFromJson } from "./json.ts";
import { errorResponse, jsonResponse, type MockHeaders, type ResponseParts } from "./messages.ts";
import type { PlantStore } from "./store.ts";

/** The body of a request: a NewPlant or what is wrong with it, and the text if it could be read. */
export type ParsedBody = { text?: string | undefined } & (
  | { newPlant: NewPlant; problem?: never }
  | { newPlant?: never; problem: string }
);

export function parseNewPlant(headers: MockHeaders, bytes: Uint8Array | undefined): ParsedBody {
  const problem = mediaProblem(headers, bytes);
  if (problem) {
    return { problem };
  }
  let text: string | undefined;
  try {
    text = decodeText(bytes);
    return { newPlant: newPlantFromJson(text), text };
  } catch (error) {
    return { problem: endSentence(`Invalid NewPlant: ${(error as InvalidInputError).message}`), text };
  }
}

function mediaProblem(headers: MockHeaders, bytes: Uint8Array | undefined): string | undefined {
  if (bytes?.byteLength === 0) {
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

export function createPlant(store: PlantStore, newPlant: NewPlant): ResponseParts {
  if (!store.create(newPlant)) {
    return errorResponse(400, `The id ${newPlant.id} is in use, and this mock has duplicateIds: "reject".`);
  }
  const { id: _, ...plant } = newPlant;
  return jsonResponse(200, plant satisfies Plant);
}
