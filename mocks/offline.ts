/**
 * The part of msw 3's frame that tells what is about to leave.
 *
 * @inline
 */
interface UnhandledFrame {
  readonly frame: { readonly data: { readonly request?: Request; readonly url?: string | URL } };
}

/**
 * Blocks a request that no handler takes. It throws, since msw lets what a callback merely complains of go through, and
 * since its own "error" lets requests for `.json`, `.js` and the like go through.
 */
function block(unhandled: Request | UnhandledFrame): void {
  const { request, url = request?.url } = "frame" in unhandled ? unhandled.frame.data : { request: unhandled };
  const method = request?.method ?? "CONNECT";
  const address = String(url);
  if (isOwnFile(method, address)) {
    return;
  }
  const base = method === "POST" ? /^([^?#]*)\/plants(?:[?#]|$)/.exec(address)?.[1] : undefined;
  // Short, and what helps comes early: clients quote no more than the beginning.
  const advice =
    base === undefined
      ? "Add a handler for it, or leave `offline` out."
      : `For the Plant Store mock: createPlantStoreMock({ baseUrl: ${JSON.stringify(base)} }), or without a baseUrl, and createHandlers(mock).`;
  throw new Error(`Offline: no handler takes ${method} ${address}, so it was not sent. ${advice}`);
}

/** A page in a browser loads its own files through the worker too. Node has no page, nor has jsdom a worker. */
function isOwnFile(method: string, address: string): boolean {
  return (
    typeof navigator === "object" &&
    "serviceWorker" in navigator &&
    ["GET", "HEAD"].includes(method) &&
    new URL(address).origin === location.origin
  );
}

/**
 * Options for `server.listen(offline)` and `worker.start(offline)` under which no unhandled request leaves, on msw 2 and
 * 3: its caller gets a 500 that says so. In a browser, the page's own files still load.
 *
 * @example
 * import { setupServer } from "msw/node";
 * import { offline } from "plant-store-sdk/mocks/msw";
 *
 * const server = setupServer();
 * server.listen(offline);
 *
 * const response = await fetch("https://elsewhere.example.com/stock.json");
 * console.log(response.status); // 500
 * server.close();
 */
export const offline = Object.freeze({
  /** For msw 2. */
  onUnhandledRequest: block,
  /** For msw 3. */
  onUnhandledFrame: block,
});
