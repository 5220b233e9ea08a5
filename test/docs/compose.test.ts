import { readFileSync } from "node:fs";
import { get } from "node:http";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { mock } from "../../cli/mock.ts";

const { services } = parse(readFileSync(new URL("snippets/compose.yaml", import.meta.url), "utf8"));

const getStatus = (port: string, host: string) =>
  new Promise((resolve, reject) => {
    const options = { port, path: "/__mock/plants", headers: { host: `${host}:${port}` }, agent: false };
    get(options, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });

it("lets other containers control the mock under its service name, and under no other", async () => {
  const [, command, ...args] = services.mock.command.replace("0.0.0.0", "127.0.0.1").replace("4010", "0").split(" ");
  expect(command).toBe("mock");

  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let exited: Promise<number> | undefined;
  const line = await new Promise<string>((resolve, reject) => {
    exited = mock(args, { stdout: { write: resolve }, stderr: { write: reject }, env: {} }, () => stopped);
  });
  const port = /:(\d+)\s/.exec(line)?.[1] ?? "";
  expect(await getStatus(port, "mock")).toBe(200);
  expect(await getStatus(port, "elsewhere")).toBe(403);
  stop();
  expect(await exited).toBe(0);
});
