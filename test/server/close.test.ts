import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, vi } from "vitest";
import { listen } from "../../mocks/server/listen.ts";
import { type ServerInternals, serve } from "../../mocks/server/serve.ts";
import { getRejection } from "../support/get-rejection.ts";
import { listening } from "../support/listening.ts";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const FERN = rawPost('{"id":1,"name":"Fern"}');

async function connected(options: Parameters<typeof serve>[0] = {}, internals: ServerInternals = {}) {
  const server = await serve(options, internals);
  const open = async (sent: string) => {
    const connection = await openRawConnection(server.url);
    connection.send(sent);
    return connection;
  };
  return { ...server, open, arrived: (count: number) => expect.poll(() => server.mock.requests.length).toBe(count) };
}

describe("close", () => {
  it("refuses connections, and returns the same promise when called again", async () => {
    const { url, close } = await startMockServer();
    expect(close()).toBe(close());
    await close();
    expect(await getRejection(fetch(url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  it("ends connections that are idle, silent or in the middle of the headers", async () => {
    const { close, open } = await connected();
    const [idle, silent, middle] = [await open(FERN), await open(""), await open(FERN.slice(0, 20))];
    await idle.response();
    await close();
    expect(await Promise.all([idle.ended, silent.ended, middle.ended])).toEqual(["", "", ""]);
  });

  it("finishes requests in progress and what they upload, and announces the end of the connection", async () => {
    let accept = () => {};
    const accepted = new Promise<boolean>((resolve) => (accept = () => resolve(true)));
    const { mock, close, open, arrived } = await connected({ token: () => accepted });
    const [whole, uploading] = [await open(FERN), await open(FERN.slice(0, -5))];
    await arrived(2);
    const closed = close();
    uploading.send(FERN.slice(-5));
    accept();
    await closed;
    for (const { ended } of [whole, uploading]) {
      expect(await ended).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*\{"name":"Fern"\}$/);
    }
    expect(mock.plants.size).toBe(2);
  });

  it("ends connections without a response: a timeout fault, one that comes later, and the page's event stream", async () => {
    const { mock, close, open, arrived } = await connected();
    mock.failNext("timeout", "timeout");
    const hanging = await open(FERN);
    const watching = await open("GET /__mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(watching.socket, "data");
    await arrived(1);
    const late = await open(FERN.slice(0, -1));
    await arrived(2);
    const closed = close();
    late.send(FERN.slice(-1));
    expect([await hanging.ended, await late.ended]).toEqual(["", ""]);
    await watching.ended;
    await closed;
    expect(mock.requests.map(({ outcome }) => outcome)).toEqual(["aborted", "aborted"]);
  });

  it("closes the remaining connections when the grace period ends", async () => {
    const { mock, close, open, arrived } = await connected({}, { graceMs: 30 });
    mock.failNext(() => new Promise<Response>(() => {}));
    const { ended } = await open(FERN);
    await arrived(1);
    await close();
    expect(await ended).toBe("");
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
    const port = Number(new URL(await listening(createServer())).port);
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

  const PORT = "port must be an integer from 0 (any free port) to 65535";
  const HOST = 'host must be an address or a host name, such as "127.0.0.1"';

  it.each<[object, string]>([
    ...[-1, 65_536, 1.5, "80"].map((port): [object, string] => [{ port }, PORT]),
    ...["", "a b", "http://a"].map((host): [object, string] => [{ host }, HOST]),
    [{ basePath: "/mock" }, "unknown option basePath, did you mean baseUrl?"],
  ])("rejects %j", async (options, message) => {
    expect(await getRejection(startMockServer(options))).toEqual(new TypeError(`Invalid options: ${message}`));
  });
});
