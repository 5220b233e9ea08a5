import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    tarball: string;
    packed: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-package-"));
  const args = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  const tarball = join(folder, execFileSync("npm", args, { cwd: root, encoding: "utf8" }).trim());
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
  project.provide("tarball", tarball);
  project.provide("packed", join(folder, "package"));
  return () => rmSync(folder, { recursive: true, force: true });
}
