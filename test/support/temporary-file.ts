import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A path in a folder that is removed after the test. */
export function temporaryFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
