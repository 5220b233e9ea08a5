import { once } from "node:events";
import { createServer } from "node:http";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, vi } from "vitest";
import { listen } from "../../mocks/server/listen.ts";
import { getRejection } from "../support/get-rejection.ts";
import { mockServer } from "../support/mock-server.ts";
import { never } from "../support/test-client.ts";
import { FERN, startServer } from "./start-server.ts";

describe("startMockServer", () => {
  it.each([
    ["0.0.0.0", "127.0.0.1"],
    ["::1", "[::1]"],
    ["::", "[::1]"],
  ])("listens on %s, and returns a URL that works on this machine", async (host, own) => {
    const { url, session } = await mockServer({ host, port: 0 });
    expect(url.replace(/\d+$/, "PORT")).toBe(`http://${own}:PORT`);
    expect((await fetch(`${url}/plants`)).status).toBe(405);
    expect(session("worker-1").plants.size).toBe(0);
  });

  it("listens on 127.0.0.1 by default, and rejects when the port is in use", async () => {
    const port = Number(new URL((await mockServer()).url).port);
    const cause = { code: "EADDRINUSE", address: "127.0.0.1" };
    expect(await getRejection(startMockServer({ port }))).toMatchObject({ cause });
  });

  const FOREIGN = "127.0.0.1 isn't an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.";

  // Tests may run as root, who may use any port, so the errors are simulated.
  it.each([
    ["EADDRINUSE", "Port 80 on 127.0.0.1 is already in use. Choose another port, or 0 for any free port."],
    ["EACCES", "Port 80 on 127.0.0.1 requires more privileges. Choose a port above 1023, or 0 for any free port."],
    ...["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].map((code) => [code, FOREIGN]),
    ["EMFILE", "Could not listen on port 80 on 127.0.0.1: it failed"],
  ])("explains %s", async (code, message) => {
    const server = createServer();
    vi.spyOn(server, "listen").mockImplementation(() => {
      queueMicrotask(() => server.emit("error", Object.assign(new Error("it failed"), { code })));
      return server;
    });
    expect(await getRejection(listen(server, 80, "127.0.0.1"))).toMatchObject({ message, cause: { code } });
  });

  it.each([
    ["port", [-1, 65_536, 1.5, "80"], "port must be an integer from 0 (any free port) to 65535"],
    ["host", ["", "a b", "http://a", 7], 'host must be an address or a host name, such as "127.0.0.1"'],
    ["basePath", ["/mock"], "unknown option basePath, did you mean baseUrl?"],
  ])("rejects an invalid %s: %j", async (option, values, message) => {
    for (const value of values) {
      const error = await getRejection(startMockServer({ [option]: value }));
      expect(error).toEqual(new TypeError(`Invalid options: ${message}`));
    }
  });
});

describe("close", () => {
  it("ends connections that are idle, silent or in the middle of the headers", async () => {
    const { url, close, open } = await startServer();
    const [idle, silent, middle] = [await open(FERN), await open(), await open(FERN.slice(0, 20))];
    await idle.response();
    expect(close()).toBe(close());
    await close();
    expect(await Promise.all([idle.ended, silent.ended, middle.ended])).toEqual(["", "", ""]);
    expect(await getRejection(fetch(url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  it("finishes requests in progress and uploads, and announces the end of the connection", async () => {
    let accept = () => {};
    const accepted = new Promise<boolean>((resolve) => (accept = () => resolve(true)));
    const { mock, close, open } = await startServer({ token: () => accepted });
    const [uploading, whole] = [await open(FERN.slice(0, -5)), await open(FERN)];
    await expect.poll(() => mock.requests.length).toBe(1);
    const closed = close();
    uploading.send(FERN.slice(-5));
    accept();
    await closed;
    for (const { ended } of [whole, uploading]) {
      expect(await ended).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*\{"name":"Fern"\}$/i);
    }
    expect(mock.plants.size).toBe(2);
  });

  it("ends a connection after a streamed response that started before", async () => {
    const { mock, close, open } = await startServer();
    let end = () => {};
    const start: UnderlyingDefaultSource<Uint8Array>["start"] = (controller) => {
      controller.enqueue(new Uint8Array(3));
      end = () => controller.close();
    };
    mock.failNext(() => new Response(new ReadableStream({ start })));
    const { socket, send, ended } = await open(FERN);
    await once(socket, "data");
    const closed = close();
    end();
    send(FERN);
    await closed;
    expect((await ended).match(/HTTP/g)).toHaveLength(1);
  });

  it("ends requests that never get a response, and event streams", async () => {
    const { mock, close, open } = await startServer();
    mock.failNext("timeout", "timeout");
    const late = await open(FERN.slice(0, -1));
    const hanging = await open(FERN);
    const watching = await open("GET /__mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(watching.socket, "data");
    await expect.poll(() => mock.requests.length).toBe(1);
    const closed = close();
    late.send(FERN.slice(-1));
    expect([await hanging.ended, await late.ended]).toEqual(["", ""]);
    await watching.ended;
    await closed;
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["aborted", "aborted"]);
  });

  it("closes the remaining connections when the grace period ends", async () => {
    const { mock, close, open } = await startServer({}, { graceMs: 30 });
    mock.failNext(() => never);
    const { ended } = await open(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    await close();
    expect(await ended).toBe("");
  });
});
