import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { pack } from "../../scripts/npm.ts";

declare module "vitest" {
  interface ProvidedContext {
    tarball: string;
    packed: string;
  }
}

export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-package-"));
  const tarball = pack(folder);
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
  project.provide("tarball", tarball);
  project.provide("packed", join(folder, "package"));
  return () => rmSync(folder, { recursive: true, force: true });
}
