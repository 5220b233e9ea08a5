import { findOperation, findRoutes } from "../core/address.ts";
import { corsHeaders, isPreflight, replyToPreflight } from "../core/cors.ts";
import { replyToOperation } from "../core/pipeline.ts";
import type { MockState } from "../core/state.ts";
import { isLost } from "../wire/reply.ts";
import type { Caller } from "../wire/request.ts";
import { fromRequest, toResponse } from "../wire/web.ts";

/** What the MSW handlers need of a mock. They may be in another bundle, with which only web types are shared. */
export interface MswAccess {
  /** Whether a request is for an operation, or the preflight of one. */
  readonly matches: (request: Request) => boolean;
  /**
   * Responds to a request that matches. A lost connection, a body that can't be read, or a caller who left is
   * `Response.error()`.
   */
  readonly respond: (request: Request, caller: Caller) => Promise<Response>;
}

/** The key of it. Enumerable, so that a copy of the mock has it too. */
export const MSW_ACCESS: unique symbol = Symbol.for("plant-store-sdk.mock");

export interface HasMswAccess {
  readonly [MSW_ACCESS]: MswAccess;
}

export const createMswAccess = (state: MockState): MswAccess => ({
  matches: (request) =>
    findOperation(state.baseUrl, request) !== undefined ||
    (findRoutes(state.baseUrl, request.url).length > 0 && isPreflight(fromRequest(request))),
  async respond(request, caller) {
    const arriving = fromRequest(request, caller);
    const operation = findOperation(state.baseUrl, request);
    const reply =
      operation === undefined ? replyToPreflight(arriving, true) : await replyToOperation(state, operation, arriving);
    return isLost(reply)
      ? Response.error()
      : toResponse({ ...reply, headers: { ...corsHeaders(arriving, reply, true), ...reply.headers } });
  },
});
