import type { MockAppOptions } from "../app/app-options.ts";
import { createMockMiddleware, type MockMiddleware } from "./middleware.ts";

// Vite's own types would break projects without Vite.
/** Vite's dev server. @inline */
interface DevServer {
  readonly middlewares: { use(handle: Handle): unknown };
  readonly resolvedUrls: { readonly local: readonly string[] } | null;
  readonly config: { readonly logger: { info(message: string): void } };
  /** Prints the addresses of the app. */
  printUrls(): void;
}

/** A middleware of Connect. @inline */
type Handle = (
  request: Parameters<MockMiddleware>[0] & { readonly url?: string | undefined },
  response: Parameters<MockMiddleware>[1],
  next: () => void,
) => void;

/** A plugin of Vite's dev server, made by {@link plantStoreMock}. */
export interface PlantStoreMockPlugin {
  /** "plant-store-mock". */
  readonly name: string;
  /** Builds don't contain the mock. */
  readonly apply: "serve";
  /** Adds the mock to the dev server. Vite calls it. */
  readonly configureServer: (server: DevServer) => void;
}

/**
 * Creates a plugin that serves a Plant Store mock in Vite's dev server, over HTTP and HTTPS: the operation at
 * `POST /mock/plants`, the page at `/mock` and the control API at `/mock/__mock/`. Builds and `vite preview` go without it.
 *
 * It takes the options of `createMockMiddleware`, but `basePath` defaults to "/mock" and must not be empty, and `cors` defaults
 * to false: Vite's `server.cors` decides which pages of other origins may send requests. Vite's option `base` doesn't apply to
 * it. The mock starts again when Vite does, for example after an edit of `vite.config.ts`.
 *
 * @throws `TypeError` when an option is invalid.
 *
 * @example
 * // vite.config.ts
 * import { plantStoreMock } from "plant-store-sdk/mocks/vite";
 * import { defineConfig } from "vite";
 *
 * export default defineConfig({
 *   plugins: [plantStoreMock({ plants: [{ id: 1, name: "Fern" }] })],
 * });
 */
export function plantStoreMock({
  basePath = "/mock",
  cors = false,
  ...options
}: MockAppOptions = {}): PlantStoreMockPlugin {
  if (basePath === "") {
    throw new TypeError('Invalid options: basePath must not be empty, because the app has the path "/"');
  }
  const respond = createMockMiddleware({ ...options, basePath, cors });
  return {
    name: "plant-store-mock",
    apply: "serve",
    configureServer(server) {
      const { printUrls } = server;
      server.printUrls = () => {
        printUrls();
        for (const url of server.resolvedUrls?.local ?? []) {
          server.config.logger.info(`  ➜  Plant Store mock: ${new URL(basePath, url)}`);
        }
      };
      // Compares the path itself, because a mount of Connect at "/mock" also takes "/mock.ts".
      server.middlewares.use((request, response, next) =>
        isBelow(basePath, request.url) ? respond(request, response) : next(),
      );
    },
  };
}

const isBelow = (basePath: string, url = ""): boolean =>
  url.startsWith(basePath) && /^(?:[/?]|$)/.test(url.slice(basePath.length));
