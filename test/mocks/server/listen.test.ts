import { createServer } from "node:http";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, vi } from "vitest";
import { listen } from "../../../mocks/server/listen.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { mockServer } from "../../support/mock-server.ts";

it("a server listens only on 127.0.0.1 by default", async () => {
  const { url } = await mockServer();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  // Another address of this machine.
  await expect(fetch(url.replace("127.0.0.1", "127.0.0.2"))).rejects.toThrow("fetch failed");
});

describe("the URL of startMockServer", () => {
  it.each([
    [undefined, "127.0.0.1"],
    ["0.0.0.0", "127.0.0.1"],
    ["::1", "[::1]"],
    ["::", "[::1]"],
    ["[::1]", "[::1]"],
    ["[::]", "[::1]"],
  ])("works on this machine for the host %j", async (host, own) => {
    const { url } = await mockServer({ host, port: 0 });
    expect(url.replace(/\d+$/, "PORT")).toBe(`http://${own}:PORT`);
    expect((await fetch(`${url}/plants`)).status).toBe(405);
  });
});

describe("startMockServer", () => {
  const FOREIGN = "127.0.0.1 isn't an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.";

  // Tests may run as root, who may use any port, so the errors are simulated.
  it.each([
    ["EADDRINUSE", "Port 80 on 127.0.0.1 is already in use. Choose another port, or 0 for any free port."],
    ["EACCES", "Port 80 on 127.0.0.1 requires more privileges. Choose a port above 1023, or 0 for any free port."],
    ["EADDRNOTAVAIL", FOREIGN],
    ["ENOTFOUND", FOREIGN],
    ["EAI_AGAIN", FOREIGN],
    ["EMFILE", "Could not listen on port 80 on 127.0.0.1: it failed"],
  ])("explains %s", async (code, message) => {
    const server = createServer();
    vi.spyOn(server, "listen").mockImplementation(() => {
      queueMicrotask(() => server.emit("error", Object.assign(new Error("it failed"), { code })));
      return server;
    });
    expect(await getRejection(listen(server, 80, "127.0.0.1"))).toMatchObject({ message, cause: { code } });
  });

  const PORT = "port must be an integer from 0 (any free port) to 65535";
  const HOST = 'host must be an address or a host name, such as "127.0.0.1"';

  it.each([
    [{ port: -1 }, PORT],
    [{ port: 65_536 }, PORT],
    [{ port: 1.5 }, PORT],
    [{ port: "80" }, PORT],
    [{ host: "" }, HOST],
    [{ host: "a b" }, HOST],
    [{ host: "http://a" }, HOST],
    [{ host: 7 }, HOST],
    [
      { basePath: "/mock" },
      "startMockServer has no basePath. Behind a proxy that strips the path, it needs none. Behind one that keeps it, use createMockMiddleware",
    ],
  ])("rejects the options %j", async (options, problem) => {
    const error = await getRejection(startMockServer(options as object));
    expect(error).toEqual(new TypeError(`Invalid options: ${problem}`));
  });
});
