import { once } from "node:events";
import { createServer, request as openRequest, type RequestListener } from "node:http";
import { connect, createServer as createHttp2Server, type OutgoingHttpHeaders } from "node:http2";
import { text } from "node:stream/consumers";
import express from "express";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { listening } from "../support/listening.ts";
import { post } from "../support/post.ts";
import { openRawConnection } from "../support/raw-connection.ts";

const FERN = '{"id":1,"name":"Fern"}';

const served = (listener: RequestListener) => listening(createServer(listener));
const postFern = (baseUrl: string, headers = {}) => post({ fetch, baseUrl }, FERN, headers);

describe("createMockMiddleware", () => {
  it("records the original URL, and shares a mock and its sessions with the code that made it", async () => {
    const middleware = createMockMiddleware({ plants: [{ id: 7, name: "Seed" }] });
    const { mock, session } = middleware;
    const url = await served(express().use("/my/mock", middleware));
    await postFern(`${url}/my/mock/v1`);
    await postFern(`${url}/my/mock`, { "x-mock-session": "a" });
    expect(mock.requests).toMatchObject([{ url: `${url}/my/mock/v1/plants` }]);
    expect([mock.plants.size, session("a").plants.size]).toEqual([2, 2]);
    const page = await fetch(`${url}/my/mock/?session=abc`);
    expect(await page.text()).toContain('href="/my/mock/__mock/page/');
  });

  it("serves the path of a baseUrl below the path of the middleware", async () => {
    const middleware = createMockMiddleware({ baseUrl: "https://plants.example.com/v1" });
    const url = await served(express().use("/mock", middleware));
    expect((await postFern(`${url}/mock/v1`)).status).toBe(200);
  });

  it("records https when it is served by TLS", async () => {
    const middleware = createMockMiddleware();
    const url = await served((incoming, response) => {
      Object.assign(incoming.socket, { encrypted: true });
      middleware(incoming, response);
    });
    await postFern(url);
    expect(middleware.mock.requests).toMatchObject([{ url: `${url.replace("http:", "https:")}/plants` }]);
  });

  it("responds with 500 when a parser has already read the body", async () => {
    const url = await served(express().use(express.json()).use(createMockMiddleware()));
    const message = "The body has already been read. Add the mock before body parsers such as express.json().";
    expect(await postFern(url)).toMatchObject({ status: 500, body: JSON.stringify({ error: 500, message }) });
    expect((await post({ fetch, baseUrl: url }, undefined)).body).toContain("The body is missing.");
  });

  it("reads a body that a middleware has paused", async () => {
    const middleware = createMockMiddleware();
    const url = await served((incoming, response) => middleware(incoming.pause(), response));
    expect((await postFern(url)).status).toBe(200);
  });

  it("responds with 500 when a middleware decodes the body", async () => {
    const middleware = createMockMiddleware();
    const url = await served((incoming, response) => middleware(incoming.setEncoding("utf8"), response));
    const { status, body } = await postFern(url);
    expect([status, body]).toEqual([500, expect.stringContaining("request.setEncoding()")]);
    expect(middleware.mock.requests).toEqual([]);
  });

  it("ignores a request whose client has already left", async () => {
    const middleware = createMockMiddleware();
    let calls = 0;
    const url = await served(async (incoming, response) => {
      if (incoming.url === "/left/plants") {
        left.destroy();
        await once(response, "close");
      }
      middleware(incoming, response);
      calls += 1;
    });
    const left = openRequest(`${url}/left/plants`, { method: "POST", headers: { "content-length": 2 ** 20 } });
    left.on("error", () => {}).write("{");
    await expect.poll(() => calls).toBe(1);
    expect((await postFern(url)).status).toBe(200);
    expect(middleware.mock.requests).toHaveLength(1);
  });

  it("drops the connection when it can't even send an error", async () => {
    const middleware = createMockMiddleware();
    const url = await served((incoming, response) => {
      response.writeHead = () => {
        throw new Error("broken by other middleware");
      };
      middleware(incoming, response);
    });
    await expect(postFern(url)).rejects.toThrow("fetch failed");
  });

  it("throws when an option is invalid", () => {
    expect(() => createMockMiddleware({ port: 1 } as never)).toThrow("Invalid options: unknown option port");
  });
});

describe("createMockMiddleware with HTTP/2", () => {
  const CREDENTIALS = { authorization: "Bearer any", "content-type": "application/json" };
  const CREATE = { ":method": "POST", ":path": "/plants", ...CREDENTIALS };

  async function overHttp2() {
    const middleware = createMockMiddleware();
    const session = connect(await listening(createHttp2Server(middleware)));
    onTestFinished(() => session.destroy());
    const send = async (headers: OutgoingHttpHeaders, body?: string) => {
      const stream = session.request(headers);
      stream.end(body);
      const [head] = await once(stream, "response");
      return { ...head, status: head[":status"], body: await text(stream) };
    };
    return { mock: middleware.mock, send };
  }

  it("serves the operation and the control API", async () => {
    const { mock, send } = await overHttp2();
    expect(await send(CREATE, FERN)).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
    expect(await send({ ":path": "/__mock/plants" })).toMatchObject({ status: 200, body: `[${FERN}]` });
    expect(await send({ ":method": "HEAD", ":path": "/__mock/plants" })).toMatchObject({ status: 200, body: "" });
    const rebound = { ":authority": "evil.example.com", host: "localhost" };
    expect(await send({ ":path": "/__mock/plants", ...rebound })).toMatchObject({ status: 403 });
    const forged = { ":method": "POST", origin: "https://evil.example.com" };
    expect(await send({ ":path": "/__mock/reset", ...forged }, "x")).toMatchObject({ status: 403 });
    expect(Object.keys(mock.requests[0]?.headers ?? {}).sort()).toEqual(["authorization", "content-type", "host"]);
  });

  it("sends a fault's Response without headers about the connection, and resets the stream for a lost one", async () => {
    const { mock, send } = await overHttp2();
    const headers = { connection: "close", "keep-alive": "timeout=5", te: "x", "http2-settings": "x", "x-own": "1" };
    const forbidden = { "proxy-connection": "close", "transfer-encoding": "chunked", upgrade: "websocket" };
    mock.failNext(
      (request) =>
        new Response(request.headers.get("host"), {
          status: 418,
          statusText: "Short",
          headers: { ...headers, ...forbidden },
        }),
      "connection",
      () => new Response("abc", { headers: { "content-length": "100" } }),
    );
    const response = await send(CREATE, FERN);
    expect(response).toMatchObject({ status: 418, "x-own": "1", body: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
    expect(response).not.toHaveProperty("connection");
    await expect(send(CREATE, FERN)).rejects.toThrow(/NGHTTP2_INTERNAL_ERROR/);
    await expect(send(CREATE, FERN)).rejects.toThrow(/NGHTTP2_/);
  });
});

describe("an upload over HTTP/2 that the client resets", () => {
  const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const [DATA, HEADERS, RST_STREAM, SETTINGS] = [0, 1, 3, 4];
  const END_HEADERS = 4;

  function frame(type: number, payload = Buffer.alloc(0), flags = 0, stream = 1): Buffer {
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head.set([type, flags], 3);
    head.writeUInt32BE(stream, 5);
    return Buffer.concat([head, payload]);
  }

  /** Literal header fields, without compression (RFC 7541, section 6.2.2). */
  const encode = (fields: Readonly<Record<string, string>>) =>
    Buffer.concat(
      Object.entries(fields).map(([name, value]) =>
        Buffer.from([0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)]),
      ),
    );

  it.each([0, 8])("creates no plant, with the error code %d and no Content-Length", async (code) => {
    const middleware = createMockMiddleware();
    let closed = () => {};
    const left = new Promise<void>((resolve) => (closed = resolve));
    const server = createHttp2Server((request, response) => {
      response.on("close", closed);
      middleware(request, response);
    });
    const connection = await openRawConnection(await listening(server));
    const head = { ":method": "POST", ":path": "/plants", ":scheme": "http", ":authority": "localhost" };
    const headers = encode({ ...head, authorization: "Bearer any", "content-type": "application/json" });
    connection.send(Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, undefined, 0, 0)]));
    connection.send(Buffer.concat([frame(HEADERS, headers, END_HEADERS), frame(DATA, Buffer.from(FERN))]));
    connection.send(frame(RST_STREAM, Buffer.from([0, 0, 0, code])));
    await left;
    await new Promise(setImmediate);
    expect([middleware.mock.plants.size, middleware.mock.requests]).toEqual([0, []]);
  });
});
