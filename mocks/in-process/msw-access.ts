import { isAtOperation, isForOperation } from "../core/address.ts";
import { corsHeaders, isPreflight, replyToPreflight } from "../core/cors.ts";
import { replyToOperation } from "../core/pipeline.ts";
import type { MockState } from "../core/state.ts";
import { isLost } from "../wire/reply.ts";
import type { Caller } from "../wire/request.ts";
import { fromRequest, toResponse } from "../wire/web.ts";

/** What the MSW handlers need of a mock. They may be in another bundle, with which only web types are shared. */
export interface MswAccess {
  /** Whether a request is for the operation, or the preflight of one. */
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
    isForOperation(state.baseUrl, request) ||
    (isAtOperation(state.baseUrl, request.url) && isPreflight(fromRequest(request))),
  async respond(request, caller) {
    const arriving = fromRequest(request, caller);
    const reply = isPreflight(arriving) ? replyToPreflight(arriving, true) : await replyToOperation(state, arriving);
    return isLost(reply)
      ? Response.error()
      : toResponse({ ...reply, headers: { ...corsHeaders(arriving, reply, true), ...reply.headers } });
  },
});
