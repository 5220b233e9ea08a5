import createClient from "openapi-fetch";
import {
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTokenError,
} from "./errors.ts";
import type { paths } from "./generated/openapi.ts";
import { type ClientSettings, connectionHeader } from "./options.ts";
import { decodeResult, IncomingResponse, isRedirect } from "./response.ts";
import type { CreatePlantResult } from "./result.ts";
import type { NewPlant } from "./schemas.ts";
import { toJson } from "./shared/json.ts";
import { METHOD, PATH } from "./shared/operation.ts";
import { createRedactor } from "./shared/redact.ts";
import { tokenProblem } from "./shared/token.ts";

export interface Call {
  readonly plant: NewPlant;
  readonly headers: Headers | undefined;
  token: string;
  /** The latest connection error or unexpected response. What hooks throw is final. */
  failure?: Error;
}

/** The request of an attempt. openapi-fetch creates it in place of a `Request`, which takes longer than the rest of a call. */
class OutgoingRequest {
  shown: Request | undefined;
  replacement: Request | undefined;

  constructor(
    readonly url: string,
    readonly init: RequestInit & { headers: Headers },
  ) {}

  show(): Request {
    this.shown ??= new Request(this.url, this.init);
    return this.replacement ?? this.shown;
  }

  toFetchArguments(token: string, signal: AbortSignal): [string | Request, RequestInit] {
    const { url, init, shown, replacement } = this;
    let sent: [string | Request, RequestInit & { headers?: Headers }] = [url, init];
    let { headers } = init;
    if (replacement) {
      if (replacement.bodyUsed) {
        throw invalidRequest("its body has already been read. Read a clone instead");
      }
      // The options that the client relies on, so that a polluted prototype can't set them. A null body keeps that of the
      // Request. The signal is passed again, because a Request that was garbage-collected doesn't forward an abort.
      const { method } = replacement;
      const options = { method, headers: replacement.headers, body: null, redirect: "manual", signal } as const;
      // A clone, so that onResponse and onError can read the body.
      const request = new Request(replacement.clone(), options);
      if (new URL(request.url).origin !== new URL(url).origin) {
        throw invalidRequest("it must go to the origin of baseUrl, because it carries the token");
      }
      headers = request.headers;
      sent = [request, { ...options, headers }];
    } else if (shown) {
      // Sent from its parts, since a hook may have read its body.
      headers = new Headers(shown.headers);
      sent = [url, { ...init, headers }];
    }
    const forbidden = shown && connectionHeader(headers);
    if (forbidden) {
      throw invalidRequest(`it must not include the ${forbidden} header`);
    }
    headers.set("authorization", `Bearer ${token}`);
    return sent;
  }
}

const invalidRequest = (message: string): PlantStoreInputError =>
  new PlantStoreInputError("Invalid request from middleware", [{ message }]);

const toOutgoing = (request: unknown): OutgoingRequest => request as OutgoingRequest;

let lastId = 0;

export function createAttempt({ baseUrl, url, token, fetch: customFetch, headers, middleware }: ClientSettings) {
  const http = createClient<paths>({ baseUrl, redirect: "manual", headers: headers ?? {} });
  // Tells processes apart. Pages over plain HTTP have no `crypto.randomUUID`.
  const idPrefix = middleware.length > 0 ? Math.random().toString(36).slice(2) : "";
  // openapi-fetch reads bodies without a limit, so it gets this empty response. It looks for a Content-Length, which is
  // quicker in a Map than in Headers.
  const nothingToRead = Object.defineProperty(new Response(null, { status: 204 }), "headers", { value: new Map() });

  return async (call: Call, signal: AbortSignal, attempt: number): Promise<CreatePlantResult> => {
    const secret = typeof token === "string" ? token : await callToken(token);
    call.token = secret;
    signal.throwIfAborted();
    // Created when needed: a call that succeeds redacts nothing.
    const redact = (text: string): string => createRedactor([secret])(text);
    const toFailure = (cause: unknown, isBug = false): PlantStoreError => {
      signal.throwIfAborted();
      const error = cause instanceof PlantStoreError ? cause : toPlantStoreError(url, cause, isBug, redact);
      if (error instanceof PlantStoreConnectionError || error instanceof PlantStoreResponseError) {
        call.failure = error;
      }
      return error;
    };
    let incoming!: IncomingResponse;
    const receive = (response: Response): Response => {
      incoming = new IncomingResponse(response, toFailure);
      return nothingToRead;
    };
    const id = middleware.length > 0 ? `${idPrefix}-${++lastId}` : "";
    const showContext = (request: unknown) => ({
      request: toOutgoing(request).show(),
      schemaPath: PATH,
      params: {},
      id,
      attempt,
    });
    await http[METHOD](PATH, {
      // openapi-fetch would take a missing option from a polluted `Object.prototype`, so these are always given.
      baseUrl,
      // openapi-fetch sets it on a copy, which takes V8 longer when it is a new property.
      method: METHOD,
      params: { __proto__: null } as object,
      querySerializer: () => "",
      bodySerializer: toJson,
      Request: OutgoingRequest as unknown as typeof Request,
      body: call.plant,
      headers: call.headers ?? {},
      signal,
      middleware: middleware.map((hooks) => ({
        async onRequest({ request }) {
          const context = showContext(request);
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
          const returned = await hooks.onResponse({ ...showContext(request), response });
          if (returned && returned !== response) {
            incoming.discard(returned, response);
            receive(returned);
          }
        },
        async onError({ request, error }) {
          if (error instanceof PlantStoreInputError) {
            return;
          }
          const returned = await hooks.onError?.({ ...showContext(request), error });
          return returned instanceof Response ? receive(returned) : returned;
        },
      })),
      async fetch(request: Request) {
        signal.throwIfAborted();
        const sent = toOutgoing(request).toFetchArguments(secret, signal);
        const fetch = customFetch ?? globalThis.fetch;
        let response: Response;
        try {
          response = await fetch(...sent);
        } catch (cause) {
          throw toFailure(cause);
        }
        return receive(response);
      },
    });
    const bytes = isRedirect(incoming.response) ? new Uint8Array() : await incoming.read();
    return decodeResult(url, incoming, bytes, redact);
  };
}

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

// What only a bug throws. Network errors can't be listed: the text of the `TypeError` differs by runtime.
const BUG =
  /^(?:Reference|Range|Syntax)Error|^TypeError: (?:Cannot (?:read|set) prop|.*\bis (?:not (?:an? (?:function|object|constructor)|iterable)|undefined|null)\b)/;

function toPlantStoreError(
  url: string,
  cause: unknown,
  isBug: boolean,
  redact: (text: string) => string,
): PlantStoreError {
  let reason = "";
  let bug = isBug ? "an error" : "";
  let safeCause = typeof cause === "string" ? redact(cause) : cause;
  try {
    const { name, message } = Object(cause);
    const text = name ? `${name}: ${message}` : "";
    if (isBug || BUG.test(text)) {
      bug = text || String(cause);
    }
    const chain = new Set([cause]);
    for (const error of chain) {
      // `fetch` only says "fetch failed" and its cause says why.
      const { message, code, cause, errors } = Object(error);
      reason = String((typeof error === "object" ? message || code : error) || reason);
      redactTexts(error, redact);
      for (const next of [cause, errors].flat()) {
        chain.add(next);
      }
    }
  } catch {
    // It is frozen or a getter throws, so it may still contain the token.
    safeCause = undefined;
  }
  const options = { cause: safeCause };
  return bug
    ? new PlantStoreInputError("Invalid fetch or response", [{ message: redact(`it threw ${bug}`) }], options)
    : new PlantStoreConnectionError(redact(`${METHOD} ${url} failed: ${reason || "fetch gave no reason"}`), options);
}

function redactTexts(error: unknown, redact: (text: string) => string): void {
  if (typeof error !== "object" || error === null) {
    return;
  }
  const texts = error as Record<string, unknown>;
  // The first two aren't own properties of every error. Node keeps bytes that aren't HTTP in `data`.
  for (const name of ["message", "stack", ...Object.getOwnPropertyNames(texts)]) {
    const text = texts[name];
    if (typeof text === "string" && redact(text) !== text) {
      // Unlike an assignment, it changes a DOMException. It throws for a frozen object.
      Object.defineProperty(texts, name, { value: redact(text), configurable: true, writable: true });
    }
  }
}
