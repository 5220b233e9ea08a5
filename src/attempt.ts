import createClient from "openapi-fetch";
import { bearerToken } from "./bearer-auth.ts";
import { decodeAnswer, isRedirect } from "./decode.ts";
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
    bodySerializer: encodeNewPlant as (body: unknown) => string,
    ...(ownHeaders && { headers: ownHeaders }),
    ...(!hasMiddleware && { Request: RequestRecord as unknown as typeof Request }),
  });
  // openapi-fetch looks for a Content-Length in it at each call: a Map is searched faster.
  const nothingToRead = Object.defineProperty(new Response(null, { status: 204 }), "headers", { value: new Map() });

  return async (newPlant, headers, signal) => {
    const secret = typeof token === "string" ? token : await bearerToken(token);
    signal.throwIfAborted();
    const redact = (text: string): string => withoutSecret(text, secret);
    const connectionError = (cause: unknown): Error => {
      signal.throwIfAborted();
      // Bytes that are no HTTP, which Node keeps in its error, may be the request sent back.
      const parserError = Object(Object(cause).cause) as { data?: unknown };
      if (typeof parserError.data === "string") {
        parserError.data = redact(parserError.data);
      }
      return new PlantStoreConnectionError(`POST ${url} got no complete answer: ${redact(reasonOf(cause))}`, { cause });
    };

    // openapi-fetch would read a body without a bound, and keep no text of what is no JSON. So the answer is kept here,
    // middleware is shown clones of it, and openapi-fetch has nothing to read.
    let response!: Response;
    const keep = <T>(given: T): T | Response => {
      if (!(given instanceof Response)) {
        return given;
      }
      response = given;
      return nothingToRead;
    };
    await http.POST("/plants", {
      body: newPlant,
      signal,
      headers: headers ?? {},
      middleware: middleware.map((hooks) => ({
        onRequest: async (context) => keep(await hooks.onRequest?.(context)),
        onResponse: async (context) => {
          const given = await hooks.onResponse?.({ ...context, response: response.clone() });
          // The clone that it has read says nothing new.
          return given?.bodyUsed ? undefined : keep(given);
        },
        onError: async (context) => keep(await hooks.onError?.(context)),
      })),
      fetch: async (request: Request | RequestRecord) => {
        signal.throwIfAborted();
        // On a copy, so that no middleware sees the token and none can log it. No redirect is followed, whatever request
        // a middleware gives.
        const sent = request instanceof RequestRecord ? request : new Request(request, { redirect: "manual", signal });
        sent.headers.set("authorization", `Bearer ${secret}`);
        // Looked up at each call, so that MSW may be started after the client was made.
        const fetch = ownFetch ?? globalThis.fetch;
        try {
          // The signal once more: Node relays no abort to a Request that is collected while the body still comes.
          response = await (sent instanceof RequestRecord ? fetch(sent.url, sent.init) : fetch(sent, { signal }));
        } catch (error) {
          throw connectionError(error);
        }
        return nothingToRead;
      },
    });
    let body: BodyText;
    try {
      // The body of a redirect, which nobody needs, may never end.
      body = isRedirect(response) ? { text: "" } : await readText(response);
    } catch (error) {
      throw connectionError(error);
    }
    return decodeAnswer(url, response, body, redact);
  };
}

/**
 * A service may quote the token that it refuses, and escape some of its characters. What is short is a common word, and
 * no secret.
 */
function withoutSecret(text: string, secret: string): string {
  return [secret, ...secret.split(/[^\w.~-]/)]
    .filter((part) => part.length > 8)
    .reduce((rest, part) => rest.replaceAll(part, "[redacted]"), text);
}

/** `fetch` says no more than "fetch failed", its cause says why; of several addresses tried, only the code says it. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = Object(error) as { message?: string; code?: string; cause?: unknown };
  return (cause ? reasonOf(cause) : "") || message || code || "";
}
