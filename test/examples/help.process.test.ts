import { expect, it } from "vitest";
import { startExample } from "../support/example.ts";

it("--help prints the comment of a program instead of running it", async () => {
  const { stdout, stderr, code } = await startExample(["exact-ids.ts", "--help"]).outcome;
  expect(stdout).toMatch(/\nNeeds: plant-store-sdk\n {2}npx tsx exact-ids\.ts\n$/);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
});
