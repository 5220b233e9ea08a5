import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { npm } from "./npm.ts";

const EXAMPLES = ["browser", "react"] as const;
const examples = fileURLToPath(new URL("../examples", import.meta.url));

/** An example that is an app of its own: its folder in examples/. */
export type ExampleApp = (typeof EXAMPLES)[number];

export const isExampleApp = (name: unknown): name is ExampleApp => EXAMPLES.some((app) => app === name);

/** Where an app is. */
export const rootOf = (app: ExampleApp): string => join(examples, app);

/** Builds an app into a folder: for the service at a URL, or, without one, with the mock in the page. */
export function buildApp(app: ExampleApp, folder: string, plantStoreUrl = ""): void {
  npm(["run", "build", "--", "--outDir", folder, "--emptyOutDir"], rootOf(app), {
    ...process.env,
    // Tests set another one, with which React would be built for development.
    NODE_ENV: "production",
    PLANT_STORE_URL: plantStoreUrl,
    // By this name Vite hands it on by itself.
    VITE_PLANT_STORE_URL: plantStoreUrl,
  });
}

/** Serves what was built, on this machine alone. */
export async function serveApp(
  app: ExampleApp,
  folder: string,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await preview({ root: rootOf(app), build: { outDir: folder }, preview: { port }, logLevel: "error" });
  const [url = ""] = server.resolvedUrls?.local ?? [];
  return { url, close: () => server.close() };
}
