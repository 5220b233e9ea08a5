import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("./memory.ts", import.meta.url));

it.each([
  ["small records of large requests", "records"],
  ["one copy of the initial plants for all sessions", "sessions"],
])("keeps %s", (_, use) => {
  const args = ["--max-old-space-size=192", "--expose-gc", "--import", import.meta.resolve("tsx"), program, use];
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
});
