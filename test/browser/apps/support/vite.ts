import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createServer, preview } from "vite";
import { alias } from "../../../../vitest.config.ts";

export const path = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url));

/** Starts Vite's dev server. */
export async function startDev(root: string, base = "/") {
  const vite = await createServer({
    root: path(root),
    base,
    cacheDir: path(`node_modules/.cache/${root}`),
    resolve: { alias },
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, fs: { allow: [path("")] } },
  });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? "", close: () => vite.close() };
}

/** Builds an app with Vite, and serves the build. */
export async function startBuild(root: string, base: string) {
  const outDir = mkdtempSync(join(tmpdir(), "plant-store-build-"));
  const options = { root: path(root), base, build: { outDir, emptyOutDir: true }, logLevel: "error" } as const;
  await build({ ...options, resolve: { alias } });
  const server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  const close = async () => {
    await server.close();
    rmSync(outDir, { recursive: true });
  };
  return { url: server.resolvedUrls?.local[0] ?? "", close };
}
