import { safeParse } from "valibot";
import { PlantStoreResponseError } from "./errors/response-error.ts";
import type { BodyText } from "./read-text.ts";
import type { CreatePlantResult } from "./result.ts";
import { errorSchema, plantSchema } from "./schemas.ts";

const MAX_BODY_CHARACTERS = 4_096;
const MAX_QUOTED_CHARACTERS = 200;
const MAX_MESSAGE_CHARACTERS = 1_000;

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
  // The token goes before the text is cut: half of it would stay.
  const shown = redact(text);
  throw new PlantStoreResponseError(
    oneLine(
      redact(
        `POST ${url} was answered ${response.status} ${response.statusText} with ${describe(response, shown, fault)}`,
      ),
    ),
    response,
    shown.slice(0, MAX_BODY_CHARACTERS),
  );
}

function describe(response: Response, text: string, fault = ""): string {
  if (isRedirect(response)) {
    const location = response.headers.get("location");
    return `a redirect${location ? ` to ${location}` : ""}, which is not followed`;
  }
  const type = response.headers.get("content-type") ?? "no content type";
  return text
    ? `${type}${fault}, not a Plant or an Error: ${text.slice(0, MAX_QUOTED_CHARACTERS)}`
    : "an empty body, not a Plant or an Error";
}

/**
 * Whether the answer sends the request elsewhere. That is never followed: the token and the plant go to `baseUrl` and
 * nowhere else. Browsers hide all of such an answer but its type.
 */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

function parseJson(text: string): { tag?: unknown } | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cut, and without line breaks and control characters, which a service could use to forge a log. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").slice(0, MAX_MESSAGE_CHARACTERS);
}
