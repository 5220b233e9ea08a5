/** Serves an example app with the mock in the page, or with VITE_PLANT_STORE_URL: `npm run example:app [react]`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";

export type ExampleApp = "browser" | "react";

const toFolder = (app: ExampleApp) => fileURLToPath(new URL(`../examples/${app}`, import.meta.url));

/** npm's own output is shown only if it fails. On Windows, npm can't start without a shell. */
const npm = (args: readonly string[], cwd: string, env = process.env) =>
  execFileSync("npm", ["--loglevel=error", ...args], { cwd, env, shell: process.platform === "win32" });

const toOptions = (outDir: string) => ["--", "--outDir", outDir, "--emptyOutDir"];

const toEnv = (plantStoreUrl: string) => ({
  ...process.env,
  NODE_ENV: "production",
  VITE_PLANT_STORE_URL: plantStoreUrl,
});

export function buildApp(app: ExampleApp, outDir: string, plantStoreUrl = ""): void {
  npm(["install", "--no-audit", "--no-fund", "--prefer-offline"], toFolder(app));
  npm(["run", "build", ...toOptions(outDir)], toFolder(app), toEnv(plantStoreUrl));
}

/** Without the checks of `npm run build`. */
export function rebuildApp(app: ExampleApp, outDir: string, plantStoreUrl: string): void {
  npm(["exec", "vite", "build", ...toOptions(outDir)], toFolder(app), toEnv(plantStoreUrl));
}

export async function serveApp(
  app: ExampleApp,
  outDir: string,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await preview({ root: toFolder(app), build: { outDir }, preview: { port }, logLevel: "error" });
  return { url: server.resolvedUrls?.local[0] ?? "", close: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { VITE_PLANT_STORE_URL, PORT = "4173" } = process.env;
  const app = process.argv[2] === "react" ? "react" : "browser";
  const outDir = join(toFolder(app), "dist");
  buildApp(app, outDir, VITE_PLANT_STORE_URL);
  const { url } = await serveApp(app, outDir, Number(PORT));
  console.log(`\n🌱 ${url}\n   uses ${VITE_PLANT_STORE_URL ?? "the mock in the page"}. Press Ctrl+C to stop.`);
}
