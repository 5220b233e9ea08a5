import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("passes under node:test", async () => {
  const file = fileURLToPath(new URL("fake-timers.ts", import.meta.url));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], { env });
  expect(stdout).toMatch(/^# pass 1$/m);
});
