import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createServer, preview } from "vite";
import { alias } from "../../../../vitest.config.ts";

export const path = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url));

const SHARED = { resolve: { alias }, logLevel: "error" } as const;

/** Starts Vite's dev server. */
export async function startDev(root: string) {
  const vite = await createServer({
    ...SHARED,
    root: path(root),
    cacheDir: path(`node_modules/.cache/${root}`),
    server: { host: "127.0.0.1", port: 0 },
  });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? "", close: () => vite.close() };
}

/** Serves a production build. */
export async function startPreview(root: string) {
  const outDir = mkdtempSync(join(tmpdir(), "plant-store-build-"));
  const options = { ...SHARED, root: path(root), build: { outDir } };
  await build(options);
  const vite = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  const close = async () => {
    await vite.close();
    rmSync(outDir, { recursive: true });
  };
  return { url: vite.resolvedUrls?.local[0] ?? "", close };
}
