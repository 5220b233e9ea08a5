import { fileURLToPath } from "node:url";
import { build, createServer, type Plugin, preview } from "vite";
import { alias } from "../../../../vitest.config.ts";

export const path = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url));

const listening = { host: "127.0.0.1", port: 0 };

/** Starts Vite's dev server. */
export async function startDev(root: string, base: string, plugins: readonly Plugin[] = []) {
  const vite = await createServer({
    plugins: [...plugins],
    root: path(root),
    base,
    cacheDir: path(`node_modules/.cache/${root}`),
    resolve: { alias },
    logLevel: "error",
    server: { ...listening, fs: { allow: [path("")] } },
  });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? "", close: () => vite.close() };
}

export const buildApp = (root: string, base: string) =>
  build({ root: path(root), base, resolve: { alias }, logLevel: "error" });

/** Serves the build of an app. Without `isStatic`, any path without a file has the page `index.html`. */
export async function startPreview(
  root: string,
  base: string,
  { isStatic = false, headers = {}, plugins = [] as Plugin[] } = {},
) {
  const appType = isStatic ? "mpa" : "spa";
  const options = { ...listening, headers };
  const server = await preview({ root: path(root), base, appType, plugins, preview: options, logLevel: "error" });
  return { url: server.resolvedUrls?.local[0] ?? "", close: () => server.close() };
}
