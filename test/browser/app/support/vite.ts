import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { alias } from "../../../../vitest.config.ts";

export const path = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url));

/** Starts Vite's dev server. */
export async function startDev(root: string) {
  const vite = await createServer({
    root: path(root),
    cacheDir: path(`node_modules/.cache/${root}`),
    resolve: { alias },
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
  });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? "", close: () => vite.close() };
}
