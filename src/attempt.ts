import createClient, { type Middleware } from "openapi-fetch";
import { bearerToken } from "./bearer-auth.ts";
import { decodeAnswer } from "./decode.ts";
import { encodeNewPlant } from "./encode.ts";
import { PlantStoreConnectionError } from "./errors/connection-error.ts";
import type { paths } from "./generated/openapi.ts";
import type { ClientSettings } from "./options.ts";
import { type BodyText, readText } from "./read-text.ts";
import type { CreatePlantResult } from "./result.ts";
import type { NewPlant } from "./schemas.ts";

/** Stands in for the `Request` that openapi-fetch makes, which costs much and which only middleware looks at. */
class RequestRecord {
  constructor(
    readonly url: string,
    readonly init: RequestInit & { headers: Headers },
  ) {}

  get headers(): Headers {
    return this.init.headers;
  }
}

type Attempt = (newPlant: NewPlant, headers: Headers | undefined, signal: AbortSignal) => Promise<CreatePlantResult>;

/** Makes the function that sends one request and reads its answer: encoding, middleware, token, `fetch`, decoding. */
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
    const secret = typeof token === "string" ? token : await bearerToken(token);
    signal.throwIfAborted();
    // A service may quote the token that it refuses. Short ones are common words, and no secret.
    const redact = (text: string): string => (secret.length > 8 ? text.replaceAll(secret, "[redacted]") : text);

    const exchange: { answer?: { response: Response; body: BodyText } } = {};
    const { data, error, response } = await http.POST("/plants", {
      body: newPlant,
      bodySerializer: encodeNewPlant,
      ...(headers && { headers }),
      signal,
      parseAs: "text",
      fetch: async (request: Request | RequestRecord) => {
        // Only now and on a copy, so that no middleware sees the token, and none can log it. Whatever request a middleware
        // gives, no redirect of it is followed.
        const sent = request instanceof RequestRecord ? request : new Request(request, { redirect: "manual" });
        sent.headers.set("authorization", `Bearer ${secret}`);
        // Looked up at each call, so that MSW may be started after the client was made.
        const fetch = ownFetch ?? globalThis.fetch;
        let response: Response;
        let body: BodyText;
        try {
          response = await (sent instanceof RequestRecord ? fetch(sent.url, sent.init) : fetch(sent));
          // openapi-fetch would read the body without a bound, and keep no text of what is no JSON.
          body = await readText(response);
        } catch (error) {
          signal.throwIfAborted();
          // Bytes that are no HTTP, which Node keeps here, may be the request sent back.
          const parserError = Object(Object(error).cause) as { data?: unknown };
          if (typeof parserError.data === "string") {
            parserError.data = redact(parserError.data);
          }
          throw new PlantStoreConnectionError(`POST ${url} got no complete answer: ${redact(reasonOf(error))}`, {
            cause: error,
          });
        }
        // No Response can be made with another status: such an answer is neither, and middleware is not shown it. A
        // browser gives a redirect the status 0, and hides the rest of it.
        if (response.status > 599) {
          decodeAnswer(url, response, body, redact);
        }
        const shown = hasMiddleware && response.status > 0 ? copyOf(response, body.text) : response;
        exchange.answer = { response: shown, body };
        return hasMiddleware ? shown : nothingToRead;
      },
    });
    const { answer } = exchange;
    if (answer && (!hasMiddleware || response === answer.response)) {
      return decodeAnswer(url, answer.response, answer.body, redact);
    }
    // A middleware answered in the service's place, and openapi-fetch has read what it gave.
    const given: unknown = data ?? error;
    return decodeAnswer(
      url,
      response,
      { text: typeof given === "string" ? given : (JSON.stringify(given) ?? "") },
      redact,
    );
  };
}

/** The answer with its body unread. Its reason may hold what no Response takes, and a body of text would bring a content type along. */
function copyOf({ status, statusText, headers }: Response, text: string): Response {
  return new Response(text ? new Blob([text]) : null, {
    status,
    statusText: statusText.replace(/[^ -~\xA0-\xFF]/g, "?"),
    headers,
  });
}

/** `fetch` says no more than "fetch failed", its cause says why; of several addresses tried, only the code says it. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = Object(error) as { message?: string; code?: string; cause?: unknown };
  return cause ? reasonOf(cause) : message || code || String(error);
}
