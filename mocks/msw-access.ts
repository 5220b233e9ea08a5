/** What the MSW handlers need of a mock. They may be in another bundle, with which only web types are shared. */
export interface MswAccess {
  /** Whether a request is for the operation. */
  readonly matches: (request: Request) => boolean;
  /**
   * Responds to a request to the operation. A lost connection, a body that can't be read, or a caller who left is
   * `Response.error()`.
   */
  readonly respond: (request: Request) => Promise<Response>;
}

/** The key of it. Enumerable, so that a copy of the mock has it too. */
export const MSW_ACCESS: unique symbol = Symbol.for("plant-store-sdk.mock");

export interface HasMswAccess {
  readonly [MSW_ACCESS]: MswAccess;
}
