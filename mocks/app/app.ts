import { endSentence, InvalidInputError, ownProperties } from "../invalid-input.ts";
import { errorResponse, type MockResponse, type ResponseParts } from "../messages.ts";
import { handleRequest, matchesOperation } from "../pipeline.ts";
import { BodyBudget, BodyTimeoutError } from "./body-budget.ts";
import { Control, isControlRequest } from "./control.ts";
import { addCorsHeaders, respondToPreflight } from "./cors.ts";
import { EventStreams } from "./events.ts";
import type { MockAppOptions } from "./options.ts";
import type { AppRequest } from "./request.ts";
import { SESSION_HEADER, type Session, Sessions } from "./sessions.ts";

/** The operation, the page, the control API, sessions and CORS, without sockets. */
export class App {
  readonly basePath: string;
  readonly hasCors: boolean;
  readonly sessions: Sessions;
  readonly bodies: BodyBudget;
  readonly #control: Control;
  readonly #origin: string | undefined;

  constructor(options: MockAppOptions, requestTimeoutMs = 60_000) {
    const {
      control = true,
      controlHosts = [],
      controlToken,
      cors = true,
      basePath = "",
      ...mockOptions
    } = ownProperties(options);
    const hosts = new Set(controlHosts.map((name) => name.toLowerCase()));
    this.basePath = basePath;
    this.hasCors = cors;
    this.bodies = new BodyBudget(requestTimeoutMs);
    this.sessions = new Sessions(mockOptions);
    const events = new EventStreams(this.sessions);
    this.#control = new Control(this.sessions, events, control ? { hosts, token: controlToken } : undefined);
    const { baseUrl } = this.sessions.default.state;
    this.#origin = baseUrl === "*" ? undefined : new URL(baseUrl).origin;
  }

  /** With a `baseUrl`, replaces the origin, so that the path is served for any host. */
  toUrl(origin: string, target: string, originalTarget: string): string {
    return this.#origin === undefined ? origin + originalTarget : this.#origin + target;
  }

  /** Returns `undefined` when the client has left. Never rejects. */
  async handle(request: AppRequest): Promise<MockResponse | undefined> {
    const isControl = isControlRequest(request);
    let response: MockResponse;
    try {
      response = await (isControl ? this.#control.respond(request) : this.#respond(request));
    } catch (error) {
      if (request.signal.aborted) {
        return undefined;
      }
      response = toErrorResponse(error);
    } finally {
      this.bodies.release(request);
    }
    const isFromPage = this.hasCors && !isControl && request.headers.get("origin") !== null;
    return isFromPage ? addCorsHeaders(response) : response;
  }

  #respond(request: AppRequest): MockResponse | Promise<MockResponse> {
    const preflightResponse = this.hasCors ? respondToPreflight(request) : undefined;
    return preflightResponse ?? handleRequest(this.#findSession(request).state, request);
  }

  /** Only requests to the operation create a session, since pages of other origins can send other requests. */
  #findSession(request: AppRequest): Session {
    const name = request.headers.get(SESSION_HEADER);
    const isOperation = matchesOperation(this.sessions.default.state, request);
    return isOperation ? this.sessions.open(name) : this.sessions.peek(name);
  }
}

function toErrorResponse(error: unknown): ResponseParts {
  if (error instanceof InvalidInputError) {
    return errorResponse(400, endSentence(error.message));
  }
  if (error instanceof BodyTimeoutError) {
    return errorResponse(408, error.message);
  }
  return errorResponse(500, `The mock failed: ${(error as Error).message}`);
}
