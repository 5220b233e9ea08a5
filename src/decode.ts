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
    const plant = safeParse(plantSchema, withoutNullTag(body));
    if (plant.success) {
      return { data: plant.output, response };
    }
  }
  if (response.status >= 400) {
    const error = safeParse(errorSchema, body);
    if (error.success) {
      return { error: { ...error.output, message: redact(error.output.message) }, response };
    }
  }
  const type = response.headers.get("content-type") ?? "no content type";
  const what = text ? `${type}${fault ? ` ${fault}` : ""}` : "an empty body";
  const quote = text && `: ${text.slice(0, MAX_QUOTED_CHARACTERS)}`;
  throw new PlantStoreResponseError(
    oneLine(
      redact(
        `POST ${url} was answered ${response.status} ${response.statusText} with ${what}, not a Plant or an Error${quote}`,
      ),
    ),
    response,
    redact(text).slice(0, MAX_BODY_CHARACTERS),
  );
}

/**
 * Refuses a redirect: the token and the plant travel to `baseUrl` and nowhere else.
 *
 * @throws {PlantStoreResponseError} when the answer is a redirect. Browsers tell no more of one than its type.
 */
export function refuseRedirect(url: string, response: Response, redact: (text: string) => string): void {
  if (response.type !== "opaqueredirect" && ![301, 302, 303, 307, 308].includes(response.status)) {
    return;
  }
  // Not awaited: how a body ends that nobody reads is nobody's concern.
  response.body?.cancel().catch(() => {});
  const location = response.headers.get("location");
  const target = location === null ? "" : ` to ${location}`;
  const message = `POST ${url} was redirected${target}. That is not followed, so that the token and the plant go nowhere else; if the service has moved, change baseUrl.`;
  throw new PlantStoreResponseError(oneLine(redact(message)), response, "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The interface knows no null: a service that writes one for an absent tag means none. */
function withoutNullTag(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("tag" in body) || body.tag !== null) {
    return body;
  }
  const { tag: _, ...plant } = body;
  return plant;
}

/** Without line breaks and control characters, which a service could use to forge a log. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ");
}
