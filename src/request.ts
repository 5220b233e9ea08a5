import createClient from "openapi-fetch";
import { PlantStoreConnectionError, PlantStoreError, PlantStoreInputError, PlantStoreTokenError } from "./errors.ts";
import type { paths } from "./generated/openapi.ts";
import { type ClientSettings, connectionHeader } from "./options.ts";
import { IncomingResponse, readResult } from "./response.ts";
import type { CreatePlantResult } from "./result.ts";
import { toJson } from "./rules/json.ts";
import { METHOD, PATH } from "./rules/operation.ts";
import { createRedactor } from "./rules/redact.ts";
import { tokenProblem } from "./rules/token.ts";
import type { NewPlant } from "./schemas.ts";

/** The request of an attempt. openapi-fetch makes it instead of a `Request`, which is costly and which only middleware needs. */
class OutgoingRequest {
  /** The Request that middleware sees. */
  shown?: Request;
  /** The Request that middleware returned instead. */
  replacement?: Request;

  constructor(
    readonly url: string,
    readonly init: RequestInit & { headers: Headers },
  ) {}

  /** Must run before `toFetchArguments`, which may add the token to `init`. */
  show(): Request {
    this.shown ??= new Request(this.url, this.init);
    return this.replacement ?? this.shown;
  }

  /**
   * Adds the token to what is sent, which middleware doesn't see.
   *
   * @param url - the client's URL, the only one that gets the token.
   * @throws {PlantStoreInputError} when middleware made a request that must not be sent.
   */
  toFetchArguments(url: string, token: string, signal: AbortSignal): [string | Request, RequestInit] {
    const { shown, replacement, init } = this;
    if (replacement?.bodyUsed) {
      throw invalidRequest("its body has already been read. Read a clone instead");
    }
    // A clone, so that onResponse and onError can still read the body.
    const replaced: RequestInit = { redirect: "manual", signal };
    const sent = replacement && new Request(replacement.clone(), replaced);
    if (sent && new URL(sent.url).origin !== new URL(url).origin) {
      throw invalidRequest("it must go to the origin of baseUrl, because it carries the token");
    }
    const headers = sent?.headers ?? (shown ? new Headers(shown.headers) : init.headers);
    headers.set("authorization", `Bearer ${token}`);
    const forbidden = shown && connectionHeader(headers);
    if (forbidden) {
      throw invalidRequest(`it must not include the ${forbidden} header`);
    }
    // The signal is passed beside a Request, since Node stops relaying aborts to a Request that is garbage collected while
    // the body arrives. A Request that wasn't replaced is sent from its parts: that is faster, and it may have been read.
    return sent ? [sent, replaced] : [url, shown ? { ...init, headers } : init];
  }
}

const invalidRequest = (message: string): PlantStoreInputError =>
  new PlantStoreInputError("Invalid request from middleware", [{ message }]);

// openapi-fetch's types say `Request`, for which OutgoingRequest is substituted.
const toOutgoing = (request: unknown): OutgoingRequest => request as OutgoingRequest;

type Attempt = (
  newPlant: NewPlant,
  headers: Headers | undefined,
  signal: AbortSignal,
  attempt: number,
  /** Collects the errors that the attempt made itself, unlike those of hooks. */
  failures?: WeakSet<Error>,
) => Promise<CreatePlantResult>;

// Counts attempts for their ids, which are unique even if a test stubs `Math.random`.
let lastId = 0;

/** Makes the function that sends one request and reads the response. */
export function createAttempt({
  baseUrl,
  url,
  token,
  fetch: customFetch,
  headers: clientHeaders,
  middleware,
}: ClientSettings): Attempt {
  const http = createClient<paths>({
    baseUrl,
    redirect: "manual",
    headers: clientHeaders ?? {},
  });
  // Tells processes apart. Pages over plain HTTP have no `crypto.randomUUID`.
  const prefix = middleware.length > 0 ? Math.random().toString(36).slice(2) : "";
  // openapi-fetch would read a body without a limit and drop the text of one that isn't JSON, so it only gets this. It looks
  // for a Content-Length, which a Map finds faster.
  const nothingToRead = Object.defineProperty(new Response(null, { status: 204 }), "headers", { value: new Map() });

  return async (newPlant, headers, signal, attempt, failures) => {
    const secret = typeof token === "string" ? token : await callToken(token);
    signal.throwIfAborted();
    const redact = (text: string): string => createRedactor([secret])(text);
    const toConnectionError = (cause: unknown): unknown => {
      signal.throwIfAborted();
      const error = cause instanceof PlantStoreError ? cause : connectionError(url, cause, redact);
      failures?.add(error);
      return error;
    };
    let incoming!: IncomingResponse;
    const receive = (response: Response): Response => {
      incoming = new IncomingResponse(response, toConnectionError);
      return nothingToRead;
    };

    const id = middleware.length > 0 ? `${prefix}-${++lastId}` : "";
    const contextOf = (request: unknown) => ({
      request: toOutgoing(request).show(),
      schemaPath: PATH,
      params: {},
      id,
      attempt,
    });
    await http[METHOD](PATH, {
      // openapi-fetch reads these options from an ordinary object. What is given here can't come from a polluted prototype.
      baseUrl,
      params: { __proto__: null } as object,
      querySerializer: () => "",
      bodySerializer: toJson,
      // OutgoingRequest has the members that openapi-fetch uses. Making a real Request takes longer than the rest of a call.
      Request: OutgoingRequest as unknown as typeof Request,
      body: newPlant,
      headers: headers ?? {},
      signal,
      middleware: middleware.map((hooks) => ({
        async onRequest({ request }) {
          const context = contextOf(request);
          const returned = await hooks.onRequest?.(context);
          if (!(returned instanceof Request)) {
            return returned && receive(returned);
          }
          if (returned !== context.request) {
            toOutgoing(request).replacement = returned;
          }
        },
        async onResponse({ request }) {
          if (!hooks.onResponse) {
            return;
          }
          const response = incoming.show();
          const returned = await hooks.onResponse({ ...contextOf(request), response });
          if (returned && returned !== response) {
            incoming.discard(returned, response);
            receive(returned);
          }
        },
        async onError({ request, error }) {
          // A mistake of middleware isn't for middleware to recover from.
          if (error instanceof PlantStoreInputError) {
            return;
          }
          const returned = await hooks.onError?.({ ...contextOf(request), error });
          return returned instanceof Response ? receive(returned) : returned;
        },
      })),
      async fetch(request: Request) {
        signal.throwIfAborted();
        const sent = toOutgoing(request).toFetchArguments(url, secret, signal);
        // Looked up for each request, so that MSW can be started after the client is created.
        const fetch = customFetch ?? globalThis.fetch;
        let response: Response;
        try {
          response = await fetch(...sent);
        } catch (cause) {
          throw toConnectionError(cause);
        }
        return receive(response);
      },
    });
    try {
      return await readResult(url, incoming, redact);
    } catch (error) {
      failures?.add(error as Error);
      throw error;
    }
  };
}

/** @throws {PlantStoreTokenError} when the function fails or returns an invalid token. */
async function callToken(token: () => string | Promise<string>): Promise<string> {
  let value: string;
  try {
    value = await token();
  } catch (cause) {
    throw new PlantStoreTokenError("The token function failed. See the cause", { cause });
  }
  const problem = tokenProblem(value);
  if (problem) {
    throw new PlantStoreTokenError(`The token function returned an invalid token: ${problem}`);
  }
  return value;
}

/** Makes the error for what `fetch` rejected with, from which it removes the token. */
function connectionError(url: string, cause: unknown, redact: (text: string) => string): PlantStoreConnectionError {
  let reason = "";
  let redacted = cause;
  try {
    const chain = new Set([cause]);
    for (const error of chain) {
      // `fetch` only says "fetch failed" and its cause says why. If it tried several addresses, only the code does.
      const { message, code, cause } = Object(error);
      reason = String((typeof error === "object" ? message || code : error) || reason);
      if (cause) {
        chain.add(cause);
      }
    }
    for (const error of chain) {
      redactProperties(error, redact);
      for (const each of [Object(error).errors ?? [], Object(error).cause ?? []].flat()) {
        chain.add(each);
      }
    }
  } catch {
    // It is frozen or a getter throws, so it may still contain the token.
    redacted = undefined;
  }
  const message = `${METHOD} ${url} failed: ${reason || "fetch gave no reason"}`;
  return new PlantStoreConnectionError(redact(message), {
    cause: typeof redacted === "string" ? redact(redacted) : redacted,
  });
}

/** Node keeps bytes that aren't HTTP in `data`, and a service may send the request back. */
function redactProperties(error: unknown, redact: (text: string) => string): void {
  const texts = Object(error) as Record<string, unknown>;
  for (const name of ["message", "stack", "data", "cause"]) {
    const text = texts[name];
    if (typeof text === "string" && redact(text) !== text) {
      // Unlike an assignment, it changes a DOMException. It throws for a frozen object.
      Object.defineProperty(texts, name, { value: redact(text), configurable: true, writable: true });
    }
  }
}
