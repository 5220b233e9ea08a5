import { once } from "node:events";
import { createServer, request as openRequest, type RequestListener } from "node:http";
import { connect, createServer as createHttp2Server, type OutgoingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import express from "express";
import { createMockMiddleware, type MockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { post } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("createMockMiddleware", () => {
  it("records the original URL, and shares a mock and its sessions with the code that made it", async () => {
    const middleware = createMockMiddleware({ plants: [{ id: 7, name: "Seed" }] });
    const url = await served(express().use("/my/mock", middleware));
    await post({ fetch, baseUrl: `${url}/my/mock/v1` }, FERN);
    await post({ fetch, baseUrl: `${url}/my/mock` }, FERN, { "x-mock-session": "a" });
    expect(middleware.mock.requests.map((request) => request.url)).toEqual([`${url}/my/mock/v1/plants`]);
    expect([middleware.mock.plants.size, middleware.session("a").plants.size]).toEqual([2, 2]);
  });

  it("serves the path of a baseUrl below the path of the middleware", async () => {
    const middleware = createMockMiddleware({ baseUrl: "https://plants.example.com/v1" });
    const url = await served(express().use("/mock", middleware));
    expect((await post({ fetch, baseUrl: `${url}/mock/v1` }, FERN)).status).toBe(200);
    expect(middleware.mock.requests[0]?.url).toBe("https://plants.example.com/v1/plants");
  });

  it("records https when it is served by TLS", async () => {
    const middleware = createMockMiddleware();
    const url = await served((incoming, response) => {
      Object.assign(incoming.socket, { encrypted: true });
      middleware(incoming, response);
    });
    await post({ fetch, baseUrl: url }, FERN);
    expect(middleware.mock.requests[0]?.url).toBe(`${url.replace("http:", "https:")}/plants`);
  });

  it("says that a parser has already read the body", async () => {
    const url = await served(express().use(express.json()).use(createMockMiddleware()));
    expect(await post({ fetch, baseUrl: url }, FERN)).toMatchObject({
      status: 500,
      body: '{"error":500,"message":"The mock failed: the body has already been read. Add the mock before body parsers such as express.json()."}',
    });
    expect((await post({ fetch, baseUrl: url }, undefined)).body).toContain("The body is missing.");
  });

  it("ignores a request whose client left before it", async () => {
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
    expect((await post({ fetch, baseUrl: url }, FERN)).status).toBe(200);
    expect(middleware.mock.requests).toHaveLength(1);
  });

  it("drops the connection when the response can't even be an error", async () => {
    const middleware = createMockMiddleware();
    const url = await served((incoming, response) => {
      response.writeHead = () => {
        throw new Error("broken by other middleware");
      };
      middleware(incoming, response);
    });
    await expect(post({ fetch, baseUrl: url }, FERN)).rejects.toThrow("fetch failed");
  });

  it("notices that a client leaves", async () => {
    const middleware = createMockMiddleware();
    const url = await served(middleware);
    middleware.mock.failNext("timeout");
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = post({ fetch: (input, init) => fetch(input, { ...init, signal }), baseUrl: url }, FERN).catch(
      () => {},
    );
    await expect.poll(() => middleware.mock.requests.length).toBe(1);
    leaving.abort();
    await left;
    await expect.poll(() => middleware.mock.requests[0]?.outcome).toBe("aborted");
  });

  it("throws when an option is invalid", () => {
    expect(() => createMockMiddleware({ port: 1 } as Parameters<typeof createMockMiddleware>[0])).toThrow(TypeError);
  });
});

describe("createMockMiddleware with HTTP/2", () => {
  async function overHttp2(middleware: MockMiddleware) {
    const server = createHttp2Server(middleware).listen(0, "127.0.0.1");
    await once(server, "listening");
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      session.destroy();
      server.close();
    });
    return async (method: string, path: string, body?: string, headers: OutgoingHttpHeaders = {}) => {
      const stream = session.request({ ":method": method, ":path": path, ...headers });
      stream.end(body);
      const [head] = await once(stream, "response");
      const chunks: Buffer[] = await stream.toArray();
      return { status: head[":status"], body: Buffer.concat(chunks).toString(), head };
    };
  }
  const credentials = { authorization: "Bearer any", "content-type": "application/json" };

  it("serves the operation, the page and the control API", async () => {
    const middleware = createMockMiddleware();
    const send = await overHttp2(middleware);
    expect(await send("POST", "/plants", FERN, credentials)).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
    expect(await send("GET", "/__mock/plants")).toMatchObject({ status: 200, body: `[${FERN}]` });
    expect(await send("POST", "/__mock/plants", '{"id":2,"name":"Moss"}')).toMatchObject({ status: 201 });
    expect(await send("GET", "/")).toMatchObject({ status: 200 });
    const rebound = { ":authority": "evil.example.com", host: "localhost" };
    expect(await send("GET", "/__mock/plants", undefined, rebound)).toMatchObject({ status: 403 });
    expect(await send("POST", "/__mock/reset", "x", { origin: "https://evil.example.com" })).toMatchObject({
      status: 403,
    });
    expect(Object.keys(middleware.mock.requests[0]?.headers ?? {}).sort()).toEqual([
      "authorization",
      "content-type",
      "host",
    ]);
  });

  it("sends a fault's Response without headers about the connection, and resets the stream for a lost one", async () => {
    const middleware = createMockMiddleware();
    const send = await overHttp2(middleware);
    const headers = { connection: "close", "keep-alive": "timeout=5", te: "x", "http2-settings": "x", "x-own": "1" };
    let seen: string | null = "";
    middleware.mock.failNext(
      (request) => {
        seen = request.headers.get("host");
        return new Response("made", { status: 418, statusText: "Short", headers });
      },
      "connection",
      () => new Response("abc", { headers: { "content-length": "100" } }),
    );
    const { status, body, head } = await send("POST", "/plants", FERN, credentials);
    expect([status, body, head["x-own"], head.connection]).toEqual([418, "made", "1", undefined]);
    expect(seen).toMatch(/^127\.0\.0\.1:\d+$/);
    await expect(send("POST", "/plants", FERN, credentials)).rejects.toThrow(/NGHTTP2_INTERNAL_ERROR/);
    await expect(send("POST", "/plants", FERN, credentials)).rejects.toThrow(/NGHTTP2_/);
  });
});
