import { safeParse } from "valibot";
import { type NewPlant, newPlantSchema } from "../src/schemas.ts";
import { readJsonBody } from "./json-body.ts";

/** A NewPlant, or what is wrong with the body that should hold one. */
export type NewPlantBody = { newPlant: NewPlant; fault?: never } | { newPlant?: never; fault: string };

/** Reads a NewPlant from a request's body (I5, I7), its id exact. */
export function readNewPlant(contentType: string | null, bytes: ArrayBuffer | Uint8Array): NewPlantBody {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    return { fault: `The Content-Type ${contentType === null ? "is missing" : "is wrong"}: send application/json.` };
  }
  if (bytes.byteLength === 0) {
    return { fault: "The body is empty: send a NewPlant as JSON." };
  }
  const { json, fault } = readJsonBody(bytes);
  if (fault !== undefined) {
    return { fault };
  }
  // To valibot an array is an object, whose fields are missing.
  const parsed = safeParse(newPlantSchema, Array.isArray(json) ? undefined : json);
  return parsed.success
    ? { newPlant: parsed.output }
    : { fault: `The NewPlant is invalid: ${parsed.issues.map(({ message }) => message).join("; ")}.` };
}
