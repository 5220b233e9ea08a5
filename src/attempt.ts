import createClient, { type Middleware } from "openapi-fetch";
import { bearerToken } from "./bearer-auth.ts";
import { decodeAnswer, refuseRedirect } from "./decode.ts";
import { encodeNewPlant } from "./encode.ts";
import { PlantStoreConnectionError } from "./errors/connection-error.ts";
import { PlantStoreResponseError } from "./errors/response-error.ts";
import type { paths } from "./generated/openapi.ts";
import type { ClientSettings } from "./options.ts";
import { type BodyText, readText } from "./read-text.ts";
import type { CreatePlantResult } from "./result.ts";
import type { NewPlant } from "./schemas.ts";

/** Stands in for the `Request` that openapi-fetch makes, which costs much and which only middleware looks at. */
class RequestRecord {
  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {}
}

type Attempt = (newPlant: NewPlant, headers: Headers | undefined, signal: AbortSignal) => Promise<CreatePlantResult>;

/** Makes the function that sends one request and reads its answer: token, encoding, middleware, `fetch`, decoding. */
export function createAttempt({
  baseUrl,
  token,
  fetch: ownFetch,
  headers: ownHeaders,
  middleware,
}: ClientSettings): Attempt {
  const url = `${baseUrl}/plants`;
  const hasMiddleware = middleware.length > 0;
  const http = createClient<paths>({
    baseUrl,
    redirect: "manual",
    ...(ownHeaders && { headers: ownHeaders }),
    ...(!hasMiddleware && { Request: RequestRecord as unknown as typeof Request }),
  });
  http.use(...([...middleware] as Middleware[]));
  const nothingToRead = new Response(null, { status: 204 });

  return async (newPlant, headers, signal) => {
    const secret = await bearerToken(token);
    signal.throwIfAborted();
    // A service may quote the token that it refuses. Short ones are common words, and no secret.
    const redact = (text: string): string => (secret.length > 8 ? text.replaceAll(secret, "[redacted]") : text);
    const answer: { read?: { response: Response; body: BodyText } } = {};

    const { data, error, response } = await http.POST("/plants", {
      body: newPlant,
      bodySerializer: encodeNewPlant,
      headers: { ...(headers && Object.fromEntries(headers)), authorization: `Bearer ${secret}` },
      signal,
      parseAs: "text",
      // openapi-fetch would read the body without a bound, and keep no text of what is no JSON: it is read here.
      fetch: async (request: Request | RequestRecord) => {
        try {
          // Looked up at each call, so that MSW may be started after the client was made.
          const fetch = ownFetch ?? globalThis.fetch;
          const response = await (request instanceof RequestRecord ? fetch(request.url, request.init) : fetch(request));
          refuseRedirect(url, response, redact);
          const body = await readText(response);
          const shown = hasMiddleware ? new Response(body.text || null, response) : undefined;
          answer.read = { response: shown ?? response, body };
          return shown ?? nothingToRead;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof PlantStoreResponseError) {
            throw error;
          }
          throw new PlantStoreConnectionError(`POST ${url} got no complete answer: ${redact(reasonOf(error))}`, {
            cause: error,
          });
        }
      },
    });
    if (answer.read && (response === answer.read.response || !hasMiddleware)) {
      return decodeAnswer(url, answer.read.response, answer.read.body, redact);
    }
    // A middleware answered in the service's place, and openapi-fetch has read what it gave.
    const given: unknown = data ?? error ?? "";
    return decodeAnswer(url, response, { text: typeof given === "string" ? given : JSON.stringify(given) }, redact);
  };
}

/** `fetch` says no more than "fetch failed", its cause says why; of several addresses tried, only the code says it. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = Object(error) as { message?: string; code?: string; cause?: unknown };
  return cause ? reasonOf(cause) : message || code || String(error);
}
