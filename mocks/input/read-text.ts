import { MAX_BODY_TEXT } from "../../shared/limits.ts";
import { decodeUtf8 } from "../../shared/utf8.ts";
import type { RequestBody } from "../wire/request.ts";
import { InvalidInputError } from "./invalid-input.ts";

/** Decodes a body. */
export function readText(body: RequestBody): string {
  if (body === "too large") {
    throw new InvalidInputError(`larger than ${MAX_BODY_TEXT}`);
  }
  return decodeText(body);
}

export function decodeText(bytes: Uint8Array): string {
  const { text, isValid } = decodeUtf8(bytes);
  if (!isValid) {
    throw new InvalidInputError("not UTF-8");
  }
  return text;
}
