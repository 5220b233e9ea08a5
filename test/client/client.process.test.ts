import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

it("doesn't keep the process alive after a call", async () => {
  const { url } = await startRawServer(rawAnswer("200 OK", {}, '{"name":"Fern"}'));
  const program = fileURLToPath(new URL("../support/finished-call.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program, url], {
    timeout: 15_000,
  });
  expect(JSON.parse(stdout)).toEqual({ data: { name: "Fern" }, timers: [] });
});
