import { endSentence, InvalidInputError } from "../invalid-input.ts";
import { handleRequest, matchesOperation } from "../pipeline.ts";
import type { MockRequest } from "../requests/request.ts";
import { errorResponse } from "../responses.ts";
import type { MockState } from "../state.ts";
import { addSecurityHeaders, Control, isControlRequest } from "./control.ts";
import { addCorsHeaders, refuseOrigin, respondToPreflight } from "./cors.ts";
import { EventStreams } from "./events.ts";
import type { MockAppOptions } from "./options.ts";
import type { AppRequest } from "./request.ts";
import { SESSION_HEADER, Sessions } from "./sessions.ts";

/** The operation, the page, the control API, sessions and CORS, without sockets. */
export class App {
  readonly basePath: string;
  readonly sessions: Sessions;
  readonly #hasCors: boolean;
  readonly #events: EventStreams;
  readonly #control: Control;
  /** The origin of the option `baseUrl`. */
  readonly #origin: string | undefined;

  constructor(options: MockAppOptions) {
    const { control = true, controlHosts = [], controlToken, cors = true, basePath = "", ...mockOptions } = options;
    const hosts = new Set(controlHosts.map((name) => name.toLowerCase()));
    this.basePath = basePath;
    this.sessions = new Sessions(mockOptions);
    this.#hasCors = cors;
    this.#events = new EventStreams(this.sessions);
    this.#control = new Control(this.sessions, this.#events, control ? { hosts, token: controlToken } : undefined);
    const { baseUrl } = this.sessions.default;
    this.#origin = baseUrl === "*" ? undefined : new URL(baseUrl).origin;
  }

  /** Returns the URL to match and to record. A `baseUrl` replaces the origin, so that its path is served for any host. */
  toUrl(origin: string, originalTarget: string, target: string): string {
    return this.#origin === undefined ? origin + originalTarget : this.#origin + target;
  }

  /** Responds to a request. Rejects only when the client has left. A lost connection is `Response.error()`. */
  async respond(request: AppRequest): Promise<Response> {
    const isControl = isControlRequest(request);
    const responding = isControl ? this.#control.respond(request) : this.#respond(request);
    const response = await responding.catch((error: unknown) => {
      if (request.signal.aborted) {
        throw error;
      }
      return toErrorResponse(error);
    });
    if (isControl) {
      addSecurityHeaders(response);
    } else if (this.#hasCors && request.headers.has("origin")) {
      addCorsHeaders(response);
    }
    if (request.method === "HEAD") {
      void response.body?.cancel();
      return new Response(null, response);
    }
    return response;
  }

  /** Ends event streams and requests that would wait forever. */
  close(): void {
    this.#events.close();
    this.sessions.close();
  }

  async #respond(request: AppRequest): Promise<Response> {
    const response = this.#hasCors ? respondToPreflight(request) : refuseOrigin(request);
    return response ?? handleRequest(this.#findSession(request), request);
  }

  /** Only requests to the operation create a session, since pages of other origins can send other requests. */
  #findSession(request: MockRequest): MockState {
    const isOperation = matchesOperation(this.sessions.default, request);
    return isOperation ? this.sessions.open(request.headers.get(SESSION_HEADER)) : this.sessions.default;
  }
}

function toErrorResponse(error: unknown): Response {
  return error instanceof InvalidInputError
    ? errorResponse(400, endSentence(error.message))
    : errorResponse(500, `The mock failed: ${(error as Error).message}`);
}
