import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, it, onTestFinished } from "vitest";

it.each([
  { title: "contains", configFile: false as const, files: ["index.html", "logo.svg", "mockServiceWorker.js"] },
  {
    title: "leaves out, with the recipe,",
    configFile: fileURLToPath(new URL("vite.config.ts", import.meta.url)),
    files: ["index.html", "logo.svg"],
  },
])("a production build $title MSW's worker", async ({ configFile, files }) => {
  const root = mkdtempSync(join(tmpdir(), "plant-store-worker-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "public"));
  writeFileSync(join(root, "index.html"), "<h1>Plants</h1>");
  writeFileSync(join(root, "public/logo.svg"), "");
  writeFileSync(join(root, "public/mockServiceWorker.js"), "");

  await build({ root, configFile, logLevel: "silent" });
  expect(readdirSync(join(root, "dist")).sort()).toEqual(files);
});
