import { expect, it } from "vitest";
import { runOffline } from "../support/example.ts";
import { outputs } from "./support/outputs.ts";

it("runs every program with tsx, offline, in one process", async () => {
  const names = Object.keys(outputs);
  const imports = names.map((name) => `await import("./examples/${name}");`).join("\n");

  const { stdout, code } = await runOffline(imports);
  expect(stdout.replaceAll(/\d+\.\d ms/g, "0.0 ms")).toBe(Object.values(outputs).join(""));
  expect(code).toBe(1); // the CSV file has rows that can't be sent
});
