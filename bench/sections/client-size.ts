import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENTS, manifestOf } from "../peers.ts";
import type { Row } from "../statistics.ts";
import type { SectionOf } from "./section.ts";

const PACKAGE = "package";

/** What a page loads for each client: bundled, minified and compressed by size-limit, as the package's own limit is. */
export const clientSize: SectionOf = {
  name: "client-size",
  async measure() {
    const files = CLIENTS.map(({ id }) => [id, `../clients/${id}.mjs`] as const);
    const folder = mkdtempSync(join(tmpdir(), "plant-store-bench-"));
    try {
      const checks = [...files, [PACKAGE, "../node_modules/plant-store-sdk/dist/index.js"] as const].map(
        ([name, file]) => ({
          name,
          path: fileURLToPath(new URL(file, import.meta.url)),
        }),
      );
      const config = join(folder, "size-limit.json");
      writeFileSync(config, JSON.stringify(checks));
      const root = fileURLToPath(new URL("../..", import.meta.url));
      const program = join(root, "node_modules/size-limit/bin.js");
      const printed = execFileSync(process.execPath, [program, "--config", config, "--json"], {
        cwd: root,
        encoding: "utf8",
      });
      const sizes = JSON.parse(printed) as readonly { readonly name: string; readonly size: number }[];
      return Object.fromEntries(
        sizes.map(({ name, size }): [string, Row] => {
          const peer = CLIENTS.find(({ id }) => id === name);
          const manifest = peer && manifestOf(peer);
          return [name, { ...(manifest && { version: manifest.version }), bytes: size }];
        }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
