import { safeParse } from "valibot";
import { type NewPlant, newPlantSchema } from "../src/schemas.ts";
import { MAX_BODY_BYTES } from "./incoming-request.ts";
import { parseJson } from "./parse-json.ts";

/** A NewPlant, or what is wrong with the body that should hold one. */
export type NewPlantBody = { newPlant: NewPlant; fault?: never } | { newPlant?: never; fault: string };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a NewPlant from a request's body (I5, I7), its id exact. */
export function readNewPlant(contentType: string | null, bytes: ArrayBuffer | Uint8Array): NewPlantBody {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    return { fault: `The Content-Type ${contentType === null ? "is missing" : "is wrong"}: send application/json.` };
  }
  if (bytes.byteLength === 0) {
    return { fault: "The body is empty: send a NewPlant as JSON." };
  }
  if (bytes.byteLength > MAX_BODY_BYTES) {
    return { fault: `The body is larger than ${MAX_BODY_BYTES} bytes, which is more than this mock takes.` };
  }
  let body: unknown;
  try {
    body = parseJson(utf8.decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? `no valid JSON: ${error.message}` : "not UTF-8";
    return { fault: `The body is ${reason}.` };
  }
  // To valibot an array is an object, whose fields are missing.
  const parsed = safeParse(newPlantSchema, Array.isArray(body) ? undefined : body);
  return parsed.success
    ? { newPlant: parsed.output }
    : { fault: `The NewPlant is invalid: ${parsed.issues.map(({ message }) => message).join("; ")}.` };
}
