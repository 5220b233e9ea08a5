import { readMockOptions } from "../core/mock-options.ts";
import type { PlantStoreMock } from "../in-process/mock.ts";
import { CONNECTION_CLOSED, errorReply, isLost, type Reply } from "../wire/reply.ts";
import { fromRequest, toResponse } from "../wire/web.ts";
import { AppHandler, toErrorReply } from "./app-handler.ts";
import { APP_CHECKS, type MockAppOptions } from "./app-options.ts";
import type { IncomingRequest } from "./app-request.ts";

/** A mock as a web application, made by {@link createMockApp}. Safe to destructure. */
export interface MockApp {
  /**
   * Responds to a request. Never rejects: when the client has left, the status is 499.
   *
   * A lost connection is a response whose body fails, `Response.error()` in a service worker, or a destroyed socket under Hono
   * on Node.
   *
   * @param context What the runtime passes after the request: Bun's server, Deno's connection, or Hono's bindings on Node. The
   * app reads the client's address from it.
   */
  readonly fetch: (request: Request, context?: unknown) => Promise<Response>;
  /** The mock that the app serves. */
  readonly mock: PlantStoreMock;
}

/**
 * Creates a Plant Store mock with everything that `startMockServer` serves, as a `fetch` handler: the operation at
 * `POST {url}/plants`, the page at `{url}/` and the control API at `{url}/__mock/`.
 *
 * The page and the control API accept requests from this machine where the runtime provides the client's address, as Bun
 * and Deno do. Elsewhere, set `controlHosts`.
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
  const app = new AppHandler(readMockOptions(APP_CHECKS, options));
  return { fetch: (request, context) => respondToWeb(app, request, context), mock: app.mock };
}

const BODY_USED = errorReply(500, "The body has already been read. Pass a clone of the request to the mock.");

async function respondToWeb(app: AppHandler, request: Request, context: unknown): Promise<Response> {
  const reply = await replyTo(app, request, context);
  if (isLost(reply)) {
    return reply.lost === "left" ? new Response(null, { status: 499 }) : loseConnection(context);
  }
  return toResponse(reply);
}

async function replyTo(app: AppHandler, request: Request, context: unknown): Promise<Reply> {
  if (request.bodyUsed) {
    return BODY_USED;
  }
  try {
    return await app.reply(toIncoming(request, context));
  } catch (error) {
    // On Deno, a Host header such as "localhost:abc" leads to an invalid URL.
    return toErrorReply(error);
  }
}

function toIncoming(request: Request, context: unknown): IncomingRequest {
  const { protocol, host, origin, pathname, search } = new URL(request.url);
  return {
    ...fromRequest(request),
    origin,
    originalTarget: pathname + search,
    target: pathname + search,
    connection: {
      scheme: protocol === "https:" ? "https" : "http",
      // The header first, because some frameworks invent the host of the URL. Service workers see no Host header.
      host: request.headers.get("host") ?? host,
      clientAddress: findAddress(request, context),
    },
  };
}

/** What runtimes pass to a `fetch` handler after the request. */
interface Context {
  /** Bun's server. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null;
  /** Deno's connection. */
  readonly remoteAddr?: { readonly hostname?: string };
  /** What Hono passes on Node: the request of node:http. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; destroy?(): void } };
}

function findAddress(request: Request, context: unknown): string | undefined {
  const runtime: Context = Object(context);
  const address =
    runtime.requestIP?.(request)?.address ?? runtime.remoteAddr?.hostname ?? runtime.incoming?.socket?.remoteAddress;
  return typeof address === "string" ? address : undefined;
}

const isServiceWorker = (): boolean => "registration" in globalThis;

/** Drops the connection, by the means that the runtime has. */
function loseConnection(context: unknown): Response {
  if (isServiceWorker()) {
    return Response.error();
  }
  const { incoming }: Context = Object(context);
  if (incoming?.socket?.destroy) {
    incoming.socket.destroy();
    return new Response();
  }
  // Runtimes drop the connection when a body fails. They reject `Response.error()`, or send it as status 500. The reason is
  // text, because Bun and Deno print it, and would print an `Error` with its stack.
  const body = new ReadableStream({
    pull: (controller) => controller.error(CONNECTION_CLOSED),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
