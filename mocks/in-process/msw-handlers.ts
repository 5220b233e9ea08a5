import { HttpHandler } from "msw";
import { OPERATIONS } from "../../shared/operations.ts";
import { findRoutes } from "../core/address.ts";
import type { PlantStoreMock } from "./mock.ts";
import { type HasMswAccess, MSW_ACCESS, type MswAccess } from "./msw-access.ts";

/**
 * Creates MSW request handlers for `setupServer(...)` and `setupWorker(...)`. They match only requests to an operation, and
 * their preflights, which jsdom sends for `XMLHttpRequest` to another origin. `listHandlers` shows `POST *\/plants` and
 * `OPTIONS *\/plants`.
 *
 * @throws `TypeError` when `mock` isn't what `createPlantStoreMock` returned.
 *
 * @example
 * import { setupServer } from "msw/node";
 * import { createPlantStoreClient } from "plant-store-sdk";
 * import { createPlantStoreMock } from "plant-store-sdk/mocks";
 * import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
 *
 * const mock = createPlantStoreMock();
 * const server = setupServer(...createHandlers(mock));
 * server.listen(offline);
 *
 * const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token" });
 * await client.createPlant({ id: 1, name: "Fern" });
 * console.log(mock.plants.size); // 1
 * server.close();
 */
export function createHandlers(mock: PlantStoreMock): HttpHandler[] {
  const access = (mock as Partial<HasMswAccess> | undefined)?.[MSW_ACCESS];
  if (access === undefined) {
    throw new TypeError("createHandlers: pass the mock that createPlantStoreMock returned");
  }
  return Object.values(OPERATIONS).flatMap(({ method, path }) =>
    [method, "OPTIONS"].map((handled) => new MockHandler(handled, path, access)),
  );
}

/** Handles one method at the path of an operation. With a predicate function, `listHandlers` would show "custom predicate". */
class MockHandler extends HttpHandler {
  readonly #method: string;
  readonly #access: MswAccess;

  constructor(method: string, path: string, access: MswAccess) {
    // Reads a clone, so that listeners of life-cycle events can read the body too. The abort comes to the original.
    super(method, `*${path}`, ({ request }) => access.respond(request.clone(), request));
    this.#method = method;
    this.#access = access;
  }

  override predicate({ request }: Parameters<HttpHandler["predicate"]>[0]): Promise<boolean> {
    // A boolean, though msw 2.15 declares a promise: below 2.11, msw takes any promise for a match of any request.
    return (request.method === this.#method && this.#access.matches(request)) as unknown as Promise<boolean>;
  }
}

/** What msw 3 reports: an HTTP request, or a WebSocket, which has only a `url`. @inline */
interface UnhandledFrame {
  readonly frame: { readonly data: unknown };
}

/**
 * Blocks a request that no handler matches. msw's own "error" lets requests for `.json`, `.js` and the like through. It
 * throws a `Response`, since msw sends the request when a callback returns, and reports an error as a bug in the callback.
 */
function block(unhandled: Request | UnhandledFrame): void {
  const data = "frame" in unhandled ? unhandled.frame.data : { request: unhandled };
  const { request, url = request?.url } = data as { readonly request?: Request; readonly url?: string | URL };
  const method = request?.method ?? "CONNECT";
  const address = String(url);
  if (isOwnFile(method, address)) {
    return;
  }
  const route = findRoutes("*", address).find((known) => [known.method, "OPTIONS"].includes(method));
  const advice =
    route === undefined
      ? "Add a handler for it, or leave `offline` out."
      : `To mock the Plant Store, add createHandlers(createPlantStoreMock({ baseUrl: ${JSON.stringify(route.baseUrl)} })).`;
  const message = `Offline: no handler matches ${method} ${address}, so it was not sent. ${advice}`;
  console.error(message);
  throw Response.json({ message }, { status: 500, statusText: "Offline" });
}

/** Recognizes a page's own file, which it loads through the worker too. Node has no page, and jsdom no worker. */
function isOwnFile(method: string, address: string): boolean {
  return (
    typeof navigator === "object" &&
    "serviceWorker" in navigator &&
    ["GET", "HEAD"].includes(method) &&
    new URL(address).origin === location.origin
  );
}

/**
 * Options for `server.listen(offline)` and `worker.start(offline)` that block every request without a handler. The reason
 * is printed, and the caller gets a 500 with it. In a browser, the page's own files still load.
 *
 * With an older msw, nothing is sent either: below 2.13, a blocked request of a page gets no response, and below 2.3, one of
 * Node fails as without a network.
 */
export const offline = {
  /** For msw 2. */
  onUnhandledRequest: block,
  /** For msw 3. */
  onUnhandledFrame: block,
} as const;
