import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, inject, it } from "vitest";
import { npmAsync } from "../../scripts/npm.ts";

const projects = fileURLToPath(new URL("../consumers/", import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Additional dependencies by the variant's name. The project runs once with each variant. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const consumers = readdirSync(projects).flatMap((directory) => {
  const manifest = JSON.parse(readFileSync(join(projects, directory, "package.json"), "utf8")) as Manifest;
  const variants = Object.entries(manifest.variants ?? { [directory]: {} });
  return variants.map(([name, added]) => ({ name, directory, manifest, added }));
});

// To run one of them: npm run test:package -- -t node-22
describe("passes the tests of a project that installs it", { concurrent: true, timeout: 600_000 }, () => {
  it.each(consumers)("$name", async ({ directory, manifest, added }) => {
    const folder = mkdtempSync(join(tmpdir(), "plant-store-consumer-"));
    try {
      cpSync(join(projects, directory), folder, { recursive: true });
      const dependencies = { ...manifest.dependencies, ...added, "plant-store-sdk": `file:${inject("tarball")}` };
      writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }));
      await npmAsync(["install", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"], folder);
      await npmAsync(["test"], folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
