import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("./memory.ts", import.meta.url));

it("keeps small records of large requests", () => {
  const args = ["--max-old-space-size=192", "--expose-gc", "--import", import.meta.resolve("tsx"), program];
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
});
