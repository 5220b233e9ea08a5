import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { listen } from "../../mocks/server/listen.ts";
import { serve } from "../../mocks/server/serve.ts";
import { getRejection } from "../support/get-rejection.ts";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');

async function connected(options: Parameters<typeof serve>[0] = {}, internals: Parameters<typeof serve>[1] = {}) {
  const server = await serve(options, internals);
  return { ...server, connection: await openRawConnection(server.url) };
}

describe("close", () => {
  it("refuses connections, and returns the same promise when called again", async () => {
    const { url, close } = await startMockServer();
    expect(close()).toBe(close());
    await close();
    expect(await getRejection(fetch(url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  it("ends connections that are idle, silent or in the middle of the headers", async () => {
    const { url, close, connection: idle } = await connected();
    const [silent, middle] = [await openRawConnection(url), await openRawConnection(url)];
    idle.send(FERN);
    await idle.response();
    middle.send(FERN.slice(0, 20));
    await close();
    expect(await Promise.all([idle.ended, silent.ended, middle.ended])).toEqual(["", "", ""]);
  });

  it("finishes requests in progress and what they upload, and announces the end of the connection", async () => {
    let open = () => {};
    const opened = new Promise<boolean>((resolve) => (open = () => resolve(true)));
    const { url, mock, close, connection } = await connected({ token: () => opened });
    connection.send(FERN);
    const uploading = await openRawConnection(url);
    uploading.send(FERN.slice(0, -5));
    await expect.poll(() => mock.requests.length).toBe(2);
    const closed = close();
    uploading.send(FERN.slice(-5));
    open();
    await closed;
    for (const { ended } of [connection, uploading]) {
      expect(await ended).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*\{"name":"Fern"\}$/);
    }
    expect(mock.plants.size).toBe(2);
  });

  it("ends connections without a response: a timeout fault, one that comes later, and the page's event stream", async () => {
    const { url, mock, close, connection: hanging } = await connected();
    mock.failNext("timeout", "timeout");
    hanging.send(FERN);
    const watching = await openRawConnection(url);
    watching.send("GET /__mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(watching.socket, "data");
    await expect.poll(() => mock.requests.length).toBe(1);
    const late = await openRawConnection(url);
    late.send(FERN.slice(0, -1));
    await expect.poll(() => mock.requests.length).toBe(2);
    const closed = close();
    late.send(FERN.slice(-1));
    expect([await hanging.ended, await late.ended]).toEqual(["", ""]);
    await watching.ended;
    await closed;
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["aborted", "aborted"]);
  });

  it("closes the remaining connections when the grace period ends", async () => {
    const { mock, close, connection } = await connected({}, { graceMs: 30 });
    mock.failNext(() => new Promise<Response>(() => {}));
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    await close();
    expect(await connection.ended).toBe("");
  });
});

describe("startMockServer", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["localhost", "localhost"],
    ["0.0.0.0", "127.0.0.1"],
    ["::1", "[::1]"],
    ["::", "[::1]"],
  ])("listens on %s, and returns a URL that works on this machine", async (host, own) => {
    const { url, session } = await mockServer({ host });
    expect(url.replace(/\d+$/, "PORT")).toBe(`http://${own}:PORT`);
    expect((await fetch(`${url}/plants`)).status).toBe(405);
    expect(session("worker-1").plants.size).toBe(0);
  });

  it("rejects when the port is in use, or the host isn't an address of this machine", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    expect(await getRejection(startMockServer({ port }))).toMatchObject({
      message: `Port ${port} on 127.0.0.1 is already in use. Choose another port, or 0 for any free port.`,
      cause: { code: "EADDRINUSE" },
    });
    expect(await getRejection(startMockServer({ host: "203.0.113.1" }))).toMatchObject({
      message: "203.0.113.1 isn't an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.",
    });
  });

  // Tests may run as root, who may use any port, so the error is simulated.
  it.each([
    ["EACCES", "Port 80 on 127.0.0.1 requires more privileges. Choose a port above 1023, or 0 for any free port."],
    ["EMFILE", "Can't listen on port 80 on 127.0.0.1: it failed"],
  ])("explains %s", async (code, message) => {
    const server = createHttpServer();
    vi.spyOn(server, "listen").mockImplementation(() => {
      queueMicrotask(() => server.emit("error", Object.assign(new Error("it failed"), { code })));
      return server;
    });
    expect(await getRejection(listen(server, 80, "127.0.0.1"))).toMatchObject({ message, cause: { code } });
  });

  it.each<[unknown, string]>([
    ...[-1, 65_536, 1.5, "80"].map((port): [unknown, string] => [
      { port },
      "port must be an integer from 0 (any free port) to 65535",
    ]),
    ...["", "a b", "http://a"].map((host): [unknown, string] => [
      { host },
      'host must be an address or a host name, such as "127.0.0.1"',
    ]),
    [{ basePath: "/mock" }, "unknown option basePath, did you mean baseUrl?"],
  ])("rejects %j", async (options, message) => {
    expect(await getRejection(startMockServer(options as Parameters<typeof startMockServer>[0]))).toEqual(
      new TypeError(`Invalid options: ${message}`),
    );
  });
});
