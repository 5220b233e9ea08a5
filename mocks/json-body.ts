import { MAX_BODY_BYTES } from "./incoming-request.ts";
import { parseJson } from "./parse-json.ts";

/** What a body holds, or why it holds no JSON. */
export type JsonBody = { json: unknown; fault?: never } | { json?: never; fault: string };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body as JSON, its integers exact. */
export function readJsonBody(bytes: ArrayBuffer | Uint8Array): JsonBody {
  if (bytes.byteLength > MAX_BODY_BYTES) {
    return { fault: `The body is larger than ${MAX_BODY_BYTES} bytes, which is more than this mock takes.` };
  }
  try {
    return { json: parseJson(utf8.decode(bytes)) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? `no valid JSON: ${cutInside(error.message)}` : "not UTF-8";
    return { fault: `The body is ${reason}.` };
  }
}

/** It quotes keys and numbers of the body, however long they are, and ends with the position. */
function cutInside(text: string): string {
  return text.replace(/^(.{100}).*(.{100})$/s, "$1…$2");
}
