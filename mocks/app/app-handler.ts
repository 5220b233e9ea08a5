import { findOperation, notFound, refuseAddress } from "../core/address.ts";
import { corsHeaders, isFromTrustedPage, isPreflight, replyToPreflight } from "../core/cors.ts";
import { replyToOperation } from "../core/pipeline.ts";
import { MockState } from "../core/state.ts";
import { type PlantStoreMock, toMock } from "../in-process/mock.ts";
import { toReason } from "../input/callback.ts";
import { endSentence, InvalidInputError } from "../input/invalid-input.ts";
import type { RecordedReply } from "../requests/record.ts";
import { errorReply, type Reply, type ReplyHeaders } from "../wire/reply.ts";
import type { MockAppOptions } from "./app-options.ts";
import { type AppRequest, findMountPath, type IncomingRequest, locate } from "./app-request.ts";
import { refuseControl } from "./control-access.ts";
import { HEALTH_PATH, methodNotAllowed, NO_CONTENT, replyToControl } from "./control-routes.ts";
import { findFile } from "./static-files.ts";

/** The mock as an application, without sockets: the operation, the page, the control API and CORS. */
export class AppHandler {
  readonly state: MockState;
  readonly mock: PlantStoreMock;
  readonly #basePath: string;
  readonly #cors: boolean;
  readonly #control: boolean;
  /** The `controlHosts` in lower case. */
  readonly #controlHosts: ReadonlySet<string>;

  constructor(options: MockAppOptions) {
    const { control = true, controlHosts = [], cors = true, basePath = "", ...mockOptions } = options;
    this.state = new MockState(mockOptions);
    this.mock = toMock(this.state);
    this.#basePath = basePath;
    this.#cors = cors;
    this.#control = control;
    this.#controlHosts = new Set(controlHosts.map((name) => name.toLowerCase()));
  }

  /** Replies to a request. Never rejects. */
  async reply(incoming: IncomingRequest): Promise<RecordedReply> {
    const request = locate(incoming, this.#basePath, this.state.baseUrl);
    const reply = await this.#decideReply(request).catch(toErrorReply);
    const body = request.method === "HEAD" ? null : reply.body;
    const headers = isForControl(request) ? CONTROL_HEADERS : this.#allowPage(request, reply);
    return { ...reply, headers: { ...headers, ...reply.headers }, body };
  }

  #allowPage(request: AppRequest, reply: Reply): ReplyHeaders {
    return this.#cors ? corsHeaders(request, reply, isFromTrustedPage(request, this.#controlHosts)) : {};
  }

  async #decideReply(request: AppRequest): Promise<RecordedReply> {
    const { baseUrl } = this.state;
    if (isHealthCheck(request)) {
      return NO_CONTENT;
    }
    if (isForControl(request)) {
      return this.#replyToControl(request);
    }
    if (!this.#cors && isForeign(request)) {
      return FOREIGN;
    }
    if (this.#cors && isPreflight(request)) {
      return replyToPreflight(request, isFromTrustedPage(request, this.#controlHosts));
    }
    // The control API below a path that the app doesn't know. Its `/plants` must not be taken for the operation's.
    if (/\/__mock(?:\/|$)/.test(request.path)) {
      return notFound(baseUrl, this.#describePaths(request));
    }
    const operation = findOperation(baseUrl, request);
    return operation === undefined
      ? refuseAddress(baseUrl, request, isRead(request) ? this.#describePaths(request) : "")
      : replyToOperation(this.state, operation, request);
  }

  #describePaths(request: AppRequest): string {
    const path = findMountPath(request, this.#basePath);
    return this.#control
      ? ` The page is at ${path}/ and the control API at ${path}/__mock. If the app is mounted at another path, set basePath to it.`
      : "";
  }

  /** Replies with the page, or from the control API. */
  async #replyToControl(request: AppRequest): Promise<Reply> {
    if (!this.#control) {
      return errorReply(404, "Not found. The page and the control API are turned off.");
    }
    const file = findFile(request);
    const isLinkable = file !== undefined && isRead(request);
    const refusal = refuseControl(request, isLinkable, this.#controlHosts);
    if (refusal !== undefined) {
      return errorReply(403, refusal);
    }
    if (file) {
      return isRead(request) ? file : methodNotAllowed(["GET"]);
    }
    return replyToControl(request, this.state);
  }
}

const isRead = ({ method }: AppRequest): boolean => method === "GET" || method === "HEAD";

/** Recognizes a health check, which needs no access to the control API. */
const isHealthCheck = (request: AppRequest): boolean => isRead(request) && request.path === HEALTH_PATH;

const isForControl = (request: AppRequest): boolean =>
  /^\/__mock(?:\/|$)/.test(request.path) || (isRead(request) && request.path === "/");

/** Headers that keep a reply out of caches and of other pages, even if they embed it as a script or an image. */
const CONTROL_HEADERS: ReplyHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** Recognizes pages of other origins. Only the hosts are compared, since a proxy may have removed TLS. */
function isForeign({ headers: { origin }, allowedOrigin, connection }: AppRequest): boolean {
  return (
    origin !== undefined &&
    allowedOrigin !== "*" &&
    allowedOrigin !== origin &&
    origin.replace(/^https?:\/\//i, "").toLowerCase() !== connection.host.toLowerCase()
  );
}

const FOREIGN = errorReply(403, "This mock refuses requests from pages of other origins: cors is false (--no-cors).");

export const toErrorReply = (error: unknown): Reply =>
  error instanceof InvalidInputError
    ? errorReply(400, endSentence(error.message))
    : errorReply(500, `The mock failed: ${toReason(error)}`);
