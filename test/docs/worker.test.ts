import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, it, onTestFinished } from "vitest";

it("leaves MSW's worker out of a production build", async () => {
  const root = mkdtempSync(join(tmpdir(), "plant-store-worker-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "public"));
  for (const file of ["index.html", "public/logo.svg", "public/mockServiceWorker.js"]) {
    writeFileSync(join(root, file), "");
  }

  await build({
    root,
    configFile: fileURLToPath(new URL("../../docs/snippets/worker/vite.config.ts", import.meta.url)),
    logLevel: "silent",
  });
  expect(readdirSync(join(root, "dist")).sort()).toEqual(["index.html", "logo.svg"]);
});
