import { isForOperation, notFound, refuseAddress } from "../core/address.ts";
import { endSentence, InvalidInputError, toReason } from "../wire/failures.ts";
import { type PlantStoreMock, toMock } from "../core/mock.ts";
import { replyToOperation } from "../core/pipeline.ts";
import { errorReply, isLost, type Reply } from "../wire/reply.ts";
import { MockState } from "../core/state.ts";
import { Interruption } from "../requests/lifetime.ts";
import type { MockAppOptions } from "./app-options.ts";
import type { AppRequest } from "./app-request.ts";
import { isControlRequest, replyToControl, SECURITY_HEADERS } from "./control.ts";
import { CORS_HEADERS, refuseOrigin, replyToPreflight } from "./cors.ts";
import { HEALTHY, isHealthCheck } from "./health.ts";

/** The operation, the page, the control API and CORS, without sockets. */
export class AppHandler {
  readonly basePath: string;
  readonly state: MockState;
  readonly mock: PlantStoreMock;
  readonly #hasCors: boolean;
  /** The `controlHosts` in lower case. Absent when the page and the control API are turned off. */
  readonly #openHosts: ReadonlySet<string> | undefined;
  /** The origin of the option `baseUrl`. */
  readonly #origin: string | undefined;

  constructor(options: MockAppOptions) {
    const { control = true, controlHosts = [], cors = true, basePath = "", ...mockOptions } = options;
    this.basePath = basePath;
    this.state = new MockState(mockOptions);
    this.mock = toMock(this.state);
    this.#hasCors = cors;
    this.#openHosts = control ? new Set(controlHosts.map((name) => name.toLowerCase())) : undefined;
    const { baseUrl } = this.state;
    this.#origin = baseUrl === "*" ? undefined : new URL(baseUrl).origin;
  }

  /** Returns the URL to match and to record. A `baseUrl` replaces the origin, so that its path is served for any host. */
  toUrl(origin: string, originalTarget: string, target: string): string {
    return this.#origin === undefined ? origin + originalTarget : this.#origin + target;
  }

  /** Replies to a request. Never rejects. */
  async reply(request: AppRequest): Promise<Reply> {
    if (isHealthCheck(request)) {
      return HEALTHY;
    }
    const isControl = isControlRequest(request);
    const replying = isControl ? replyToControl(request, this.state, this.#openHosts) : this.#replyToService(request);
    const reply = await replying.catch(toErrorReply);
    if (isLost(reply)) {
      return reply;
    }
    const isFromPage = request.headers.origin !== undefined;
    return {
      ...reply,
      headers: {
        ...(!isControl && this.#hasCors && isFromPage && CORS_HEADERS),
        ...reply.headers,
        ...(isControl && SECURITY_HEADERS),
      },
      body: request.method === "HEAD" ? null : reply.body,
    };
  }

  async #replyToService(request: AppRequest): Promise<Reply> {
    const { baseUrl } = this.state;
    const refusal = this.#hasCors ? replyToPreflight(request) : refuseOrigin(request);
    if (refusal) {
      return refusal;
    }
    // Else `POST /mock/__mock/plants` would be the operation at another base URL.
    const isMisplaced = /\/__mock(?:\/|$)/.test(request.path);
    if (!isMisplaced && isForOperation(baseUrl, request)) {
      return replyToOperation(this.state, request);
    }
    const otherPaths = this.#openHosts ? describePaths(request) : "";
    const isForPage = request.method === "GET" || request.method === "HEAD";
    return isMisplaced ? notFound(baseUrl, otherPaths) : refuseAddress(baseUrl, request, isForPage ? otherPaths : "");
  }
}

const describePaths = ({ basePath }: AppRequest): string =>
  ` The page is at ${basePath}/ and the control API at ${basePath}/__mock. If the app is mounted at another path, set basePath to it.`;

function toErrorReply(error: unknown): Reply {
  if (error instanceof Interruption) {
    return error.reply;
  }
  return error instanceof InvalidInputError
    ? errorReply(400, endSentence(error.message))
    : errorReply(500, `The mock failed: ${toReason(error)}`);
}
