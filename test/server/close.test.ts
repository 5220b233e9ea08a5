import { once } from "node:events";
import { connect, createServer } from "node:net";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../../mocks/server/serve.ts";
import { getRejection } from "../support/get-rejection.ts";
import { mockServer } from "../support/mock-server.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const CONNECT = "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n";
const FERN = rawPost('{"id":1,"name":"Fern"}');

describe("close", () => {
  it("refuses connections, and returns the same promise when called again", async () => {
    const { url, close } = await startMockServer();
    expect(close()).toBe(close());
    await close();
    expect(await getRejection(fetch(url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  it("ends connections that are idle, silent or in the middle of the headers", async () => {
    const { url, close } = await startMockServer();
    const connections = [await openRawConnection(url), await openRawConnection(url), await openRawConnection(url)];
    const [idle, , middle] = connections;
    idle?.send(FERN);
    await idle?.response();
    middle?.send(FERN.slice(0, 20));
    await close();
    expect(await Promise.all(connections.map(({ ended }) => ended))).toEqual(["", "", ""]);
  });

  it("finishes a request in progress, and announces the end of the connection", async () => {
    const { url, mock, close } = await startMockServer({ delayMs: 50 });
    const connection = await openRawConnection(url);
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    await close();
    expect(await connection.ended).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*\{"name":"Fern"\}$/,
    );
    expect(mock.plants.size).toBe(1);
  });

  it("waits for a body in progress", async () => {
    const { url, close } = await startMockServer();
    const connection = await openRawConnection(url);
    connection.send(`${FERN.slice(0, -5)}`);
    connection.send("");
    await expect.poll(() => fetch(url).then(({ status }) => status)).toBe(200);
    const closed = close();
    connection.send(FERN.slice(-5));
    expect(await connection.ended).toContain('{"name":"Fern"}');
    await closed;
  });

  it("finishes the Response of a fault function", async () => {
    const { url, mock, close } = await startMockServer();
    let finish = (_: Response) => {};
    const called = new Promise<void>((resolve) => {
      mock.failNext(() => {
        resolve();
        return new Promise<Response>((settle) => (finish = settle));
      });
    });
    const connection = await openRawConnection(url);
    connection.send(FERN);
    await called;
    const closed = close();
    finish(new Response("made"));
    expect(await connection.ended).toMatch(/connection: close\r\n[\s\S]*made/);
    await closed;
  });

  it("ends connections without a response: a timeout fault, one that comes later, and the page's event stream", async () => {
    const { url, mock, close } = await startMockServer();
    mock.failNext("timeout", "timeout");
    const hanging = await openRawConnection(url);
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
    const { url, mock, close } = await serve({}, { graceMs: 30 });
    mock.failNext(() => new Promise<Response>(() => {}));
    const connection = await openRawConnection(url);
    connection.send(FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    await close();
    expect(await connection.ended).toBe("");
  });

  it("ends a connection whose client stays after CONNECT", async () => {
    const { url, close } = await startMockServer();
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(CONNECT);
    socket.resume();
    await once(socket, "end");
    await close();
  });

  it("ends a connection with CONNECT after a request that is never answered", async () => {
    const { url, mock, close } = await serve({}, { graceMs: 30 });
    mock.failNext(() => new Promise<Response>(() => {}));
    const connection = await openRawConnection(url);
    connection.send(FERN + CONNECT);
    await expect.poll(() => mock.requests.length).toBe(1);
    await close();
    expect(await connection.ended).toBe("");
  });
});

describe("startMockServer", () => {
  it("listens on an IPv4 or IPv6 address, a name, or all addresses, and returns a URL that works on this machine", async () => {
    for (const [host, own] of [
      ["127.0.0.1", "127.0.0.1"],
      ["localhost", "localhost"],
      ["0.0.0.0", "127.0.0.1"],
      ["::1", "[::1]"],
      ["::", "[::1]"],
    ] as const) {
      const { url } = await mockServer({ host });
      expect(url.replace(/\d+$/, "PORT")).toBe(`http://${own}:PORT`);
      expect((await fetch(`${url}/plants`)).status).toBe(405);
    }
  });

  it("rejects when the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    expect(await getRejection(startMockServer({ port }))).toMatchObject({
      message: `Port ${port} on 127.0.0.1 is already in use. Choose another port, or 0 for any free port.`,
      cause: { code: "EADDRINUSE" },
    });
  });

  it("rejects when the host isn't an address of this machine, or is invalid", async () => {
    expect(await getRejection(startMockServer({ host: "203.0.113.1" }))).toMatchObject({
      message: "203.0.113.1 isn't an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of its addresses.",
    });
    for (const host of ["", "a b", "http://127.0.0.1"]) {
      expect(await getRejection(startMockServer({ host }))).toEqual(
        new TypeError('Invalid options: host must be an address or a host name, such as "127.0.0.1"'),
      );
    }
  });

  it.each([-1, 65_536, 1.5, Number.NaN, "80" as unknown as number])("rejects the port %s", async (port) => {
    expect(await getRejection(startMockServer({ port }))).toEqual(
      new TypeError("Invalid options: port must be an integer from 0 (any free port) to 65535"),
    );
  });

  it("rejects invalid options of the mock", async () => {
    expect(await getRejection(startMockServer({ delayMs: -1 }))).toBeInstanceOf(TypeError);
    expect(await getRejection(startMockServer({ baseUrl: "/v1" }))).toBeInstanceOf(TypeError);
  });
});
