import type { Caller } from "./request.ts";

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
