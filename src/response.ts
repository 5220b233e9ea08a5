import type { Call } from "./call.ts";
import { PlantStoreResponseError } from "./errors.ts";
import type { CreatePlantResult } from "./result.ts";
import { errorSchema, plantSchema, validate } from "./schemas.ts";
import type { ByteBuffer } from "./shared/read-body.ts";
import { toSafeLine } from "./shared/text.ts";

const MAX_KEPT_CHARACTERS = 4_096;
const MAX_QUOTED_CHARACTERS = 200;

const strictUtf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });
const lenientUtf8 = /* @__PURE__ */ new TextDecoder();

/** A body as text. `problem` is empty unless the body is too large or isn't UTF-8. */
export interface BodyText {
  readonly text: string;
  readonly problem: string;
}

export function toText(buffer: ByteBuffer): BodyText {
  const bytes = buffer.toBytes();
  if (buffer.isTooLarge) {
    return { text: lenientUtf8.decode(bytes), problem: " of more than 1 MiB" };
  }
  try {
    return { text: strictUtf8.decode(bytes), problem: "" };
  } catch {
    return { text: lenientUtf8.decode(bytes), problem: " that is not UTF-8" };
  }
}

/** Ignores the content type: a 2xx with a Plant is `data`, and a 4xx or 5xx with an Error is `error`. */
export function decodeResponse(
  call: Call,
  response: Response,
  { text, problem }: BodyText,
): CreatePlantResult | PlantStoreResponseError {
  const { ok, status } = response;
  const body = problem ? undefined : parseJson(text);
  if (ok) {
    const { value: data, issues } = validate(plantSchema, body);
    if (!issues) {
      return { data, response };
    }
  }
  if (status >= 400 && status < 600) {
    const { value: error, issues } = validate(errorSchema, body);
    if (!issues) {
      return { error: { ...error, message: call.redact(error.message) }, response, ...call.progress };
    }
  }
  // Redacts before cutting, since a cut could leave half a token.
  const redactedText = call.redact(text);
  const description = describe(response, redactedText, problem);
  const message = call.toMessage(`returned ${status} ${response.statusText} with ${description}`);
  return new PlantStoreResponseError(message, response, redactedText.slice(0, MAX_KEPT_CHARACTERS), call.progress);
}

function describe(response: Response, text: string, problem: string): string {
  const { headers } = response;
  if (isRedirect(response)) {
    const location = headers.get("location");
    return `a redirect${location ? ` to ${location}` : ""}, which is not followed`;
  }
  if (text) {
    const type = headers.get("content-type") ?? "no content type";
    return `${type}${problem}, not a Plant or an Error: ${toSafeLine(text, MAX_QUOTED_CHARACTERS)}`;
  }
  const reasons = ["WWW-Authenticate", "Retry-After"].filter((name) => headers.get(name));
  return `an empty body, not a Plant or an Error${reasons.map((name) => `. ${name}: ${headers.get(name)}`).join("")}`;
}

/** A redirect is neither followed nor read, since its body may never end. A browser hides everything but the type. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

/** Parses JSON. Removes members that are `null`, since the contract has no null. */
function parseJson(text: string): unknown {
  try {
    const body = JSON.parse(text);
    for (const name in body) {
      if (body[name] === null) {
        delete body[name];
      }
    }
    return body;
  } catch {
    return undefined;
  }
}
