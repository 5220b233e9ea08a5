/**
 * The mock as a web application: operation, page and control API as a `fetch` handler for Bun, Deno, Hono, Next.js, service
 * workers and Durable Objects. It doesn't need Node or msw.
 *
 * @module plant-store-sdk/mocks/app
 */

import { readValidOptions } from "../src/shared/options.ts";
import { App } from "./app/app.ts";
import { FetchRequest } from "./app/fetch-request.ts";
import { APP_CHECKS, type MockAppOptions } from "./app/options.ts";
import { errorResponse, type MockResponse, toResponse } from "./messages.ts";
import type { PlantStoreMock } from "./mock.ts";

export type { MockAppOptions };

/** A mock as a web application, made by {@link createMockApp}. Safe to destructure. */
export interface MockApp {
  /**
   * Responds to a request. Never rejects: when the client has left, the status is 499.
   *
   * A lost connection is a response whose body fails, or `Response.error()` in a service worker.
   *
   * @param context What the runtime passes after the request: Bun's server, Deno's connection, or Hono's bindings on Node. The
   * app reads the client's address from it.
   */
  readonly fetch: (request: Request, context?: unknown) => Promise<Response>;
  /** The mock of requests without a session. */
  readonly mock: PlantStoreMock;
  /**
   * Returns the mock of the requests with the header `X-Mock-Session: name`. It has the same options and initial plants as
   * the others, but no `storage`, and shares nothing with them. An app has at most 256 sessions.
   *
   * @throws `TypeError` when the name isn't 1 to 100 printable ASCII characters, or when there are too many sessions.
   */
  readonly session: (name: string) => PlantStoreMock;
}

/**
 * Creates a Plant Store mock with everything that `startMockServer` serves, as a `fetch` handler: the operation at
 * `POST {url}/plants`, the page at `{url}/` and the control API at `{url}/__mock/`.
 *
 * The page and the control API accept requests from this machine where the runtime provides the client's address, as Bun
 * and Deno do. Elsewhere, set `controlHosts` or `controlToken`.
 *
 * @throws `TypeError` when an option is invalid.
 *
 * @example
 * import { createMockApp } from "plant-store-sdk/mocks/app";
 *
 * const app = createMockApp({ plants: [{ id: 1, name: "Fern" }], controlHosts: ["localhost"] });
 * // Bun.serve(app), Deno.serve(app.fetch), or hono.mount("/", app.fetch)
 * const response = await app.fetch(new Request("http://localhost/__mock/plants"));
 * console.log(await response.json()); // [ { id: 1, name: 'Fern' } ]
 */
export function createMockApp(options: MockAppOptions = {}): MockApp {
  const app = new App(readValidOptions(APP_CHECKS, options));
  return Object.freeze<MockApp>({
    fetch: (request, context) => respond(app, request, context),
    mock: app.sessions.default.mock,
    session: app.sessions.getMock,
  });
}

/** Node forwards an abort to a `Request` only while something references it. */
const inFlight = new Set<FetchRequest | undefined>();

async function respond(app: App, request: Request, context: unknown): Promise<Response> {
  let appRequest: FetchRequest | undefined;
  try {
    appRequest = new FetchRequest(app, request, context);
    inFlight.add(appRequest);
    const response = await app.handle(appRequest);
    return response ? toFinalResponse(response, appRequest.method) : new Response(null, { status: 499 });
  } catch (error) {
    return toResponse(errorResponse(500, `The mock failed: ${error}`));
  } finally {
    inFlight.delete(appRequest);
  }
}

function toFinalResponse(mockResponse: MockResponse, method: string): Response {
  const response = mockResponse instanceof Response ? mockResponse : toResponse(mockResponse);
  if (response.type === "error") {
    return isServiceWorker() ? response : createBrokenResponse();
  }
  if (method === "HEAD") {
    void response.body?.cancel();
    return new Response(null, response);
  }
  return response;
}

const isServiceWorker = (): boolean => "registration" in globalThis;

/** Runtimes drop the connection when a body fails. They reject `Response.error()`, or send it as status 500. */
function createBrokenResponse(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("The mock closed the connection: a fault or a reset.")),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
