import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { preview } from "vite";

/** Where the browser example is. */
export const browserApp = fileURLToPath(new URL("../examples/browser", import.meta.url));

/** Builds the browser example into a folder: for the service at a URL, or, without one, with the mock in the page. */
export function buildApp(folder: string, plantStoreUrl = ""): void {
  execFileSync("npm", ["run", "build", "--loglevel=error", "--", "--outDir", folder, "--emptyOutDir"], {
    cwd: browserApp,
    env: { ...process.env, PLANT_STORE_URL: plantStoreUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Serves what was built, on this machine alone. */
export async function serveApp(folder: string, port: number): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await preview({ root: browserApp, build: { outDir: folder }, preview: { port }, logLevel: "error" });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return { url, close: () => server.close() };
}
