import { safeParse } from "valibot";
import { PlantStoreResponseError } from "./errors/response-error.ts";
import type { BodyText } from "./read-text.ts";
import type { CreatePlantResult } from "./result.ts";
import { errorSchema, plantSchema } from "./schemas.ts";

const MAX_BODY_CHARACTERS = 4_096;
const MAX_QUOTED_CHARACTERS = 200;

/**
 * Reads an answer. The body decides, whatever its content type: a 2xx with a Plant is `data` (I9), a 4xx or 5xx with an
 * Error is `error` (I10).
 *
 * @param redact - takes the token out of what the service wrote.
 * @throws {PlantStoreResponseError} when the answer is neither.
 */
export function decodeAnswer(
  url: string,
  response: Response,
  { text, fault }: BodyText,
  redact: (text: string) => string,
): CreatePlantResult {
  const body = fault ? undefined : parseJson(text);
  if (response.ok) {
    // The interface knows no null: a service that writes one for a tag means none.
    if (body?.tag === null) {
      delete body.tag;
    }
    const plant = safeParse(plantSchema, body);
    if (plant.success) {
      return { data: plant.output, response };
    }
  }
  if (response.status >= 400 && response.status < 600) {
    const error = safeParse(errorSchema, body);
    if (error.success) {
      return { error: { ...error.output, message: redact(error.output.message) }, response };
    }
  }
  const type = response.headers.get("content-type") ?? "no content type";
  const what = text ? `${type}${fault ?? ""}` : "an empty body";
  const location = response.headers.get("location");
  // Never followed: the token and the plant go to baseUrl and nowhere else. Browsers hide all but the type.
  const redirect =
    response.type === "opaqueredirect" || (location && !response.ok && response.status < 400)
      ? ` (a redirect${location ? ` to ${location}` : ""}, which is not followed)`
      : "";
  // The token goes before the text is cut: half of it would stay.
  const shown = redact(text);
  const quote = shown && `: ${shown.slice(0, MAX_QUOTED_CHARACTERS)}`;
  const message = `POST ${url} was answered ${response.status} ${response.statusText}${redirect} with ${what}, not a Plant or an Error${quote}`;
  throw new PlantStoreResponseError(oneLine(redact(message)), response, shown.slice(0, MAX_BODY_CHARACTERS));
}

function parseJson(text: string): { tag?: unknown } | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without line breaks and control characters, which a service could use to forge a log. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ");
}
