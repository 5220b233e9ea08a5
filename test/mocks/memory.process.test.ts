import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("./memory.ts", import.meta.url));

function measure(name: string): Record<string, number> {
  const args = ["--max-old-space-size=192", "--expose-gc", "--import", import.meta.resolve("tsx"), program, name];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe("memory in a process with a heap of 192 MiB", () => {
  it.each([
    ["of the records of 100 requests of 1 MiB is at most 12 MiB", "records", 12],
    ["of 100 requests of 1 MiB without a response is at most 12 MiB", "hanging", 12],
    ["of a delayed request of 1 MiB is that of its NewPlant", "delayed", 40],
    ["of reading 1 MiB of JSON is given back", "json", 4],
  ])("%s", (_, name, mostMiB) => {
    const used = Object.entries(measure(name));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(([, usedMiB]) => usedMiB > mostMiB)).toEqual([]);
  });
});
