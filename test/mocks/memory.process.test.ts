import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("../support/mock-memory.ts", import.meta.url));

function measure(name: string): unknown {
  const args = ["--max-old-space-size=128", "--expose-gc", "--import", import.meta.resolve("tsx"), program, name];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe("memory in a process with a heap of 128 MiB", () => {
  it.each(["refused", "created", "responses", "headers", "many headers", "texts with tokens"])(
    "of the records of large requests is at most 64 MiB: %s",
    (name) => {
      expect(measure(name)).toBeLessThan(64);
    },
  );

  it("of reading 1 MiB of JSON is at most 8 MiB", () => {
    const used = Object.entries(measure("json") as Record<string, number>);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(([, usedMiB]) => usedMiB > 8)).toEqual([]);
  });
});
