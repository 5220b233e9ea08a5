import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  ServerResponse,
} from "node:http";
import { duplexPair, Readable } from "node:stream";
import express, { type RequestHandler } from "express";
import { createMockMiddleware, type MockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, expect, it, vi } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";
import { post } from "../../support/post.ts";
import { rawPost } from "../../support/raw-connection.ts";

const serve = (listener: RequestListener) => listening(createServer(listener));
const postFern = (baseUrl: string, headers = {}) => post({ fetch, baseUrl }, FERN_JSON, headers);

describe("createMockMiddleware in Express", () => {
  it("records the URL with the path of the mount", async () => {
    const middleware = createMockMiddleware();
    const url = await serve(express().use("/my/mock", middleware));
    await postFern(`${url}/my/mock/v1`);
    expect(middleware.mock.requests).toMatchObject([{ url: `${url}/my/mock/v1/plants` }]);
  });

  it.each([
    ["/my/mock", "./mock/__mock/"],
    ["/my/mock?session=a/b", "./mock/__mock/"],
    ["/my/mock/?session=a", "__mock/"],
  ])("links from %s to the files of the page", async (path, start) => {
    const url = await serve(express().use("/my/mock", createMockMiddleware()));
    const page = await fetch(url + path);
    expect(await page.text()).toContain(`href="${start}page/style.css"`);
  });

  it.each([{}, { basePath: "/mock" }])("names its page in a 404 with the options %j", async (options) => {
    const url = await serve(express().use("/mock", createMockMiddleware(options)));
    const response = await fetch(`${url}/mock/trees`);
    expect(await response.text()).toContain("The page is at /mock/ and the control API at /mock/__mock.");
  });

  it("serves the path of a baseUrl below the mount", async () => {
    const middleware = createMockMiddleware({ baseUrl: "https://plants.example.com/v1" });
    const url = await serve(express().use("/mock", middleware));
    expect((await postFern(`${url}/mock/v1`)).status).toBe(200);
  });

  it("responds with 500 when a parser has already read the body", async () => {
    const url = await serve(express().use(express.json()).use(createMockMiddleware()));
    const message = "The body has already been read. Add the mock before body parsers such as express.json().";
    expect(await postFern(url)).toMatchObject({ status: 500, body: JSON.stringify({ error: 500, message }) });
  });

  it("reads an empty body after a parser", async () => {
    const url = await serve(express().use(express.json()).use(createMockMiddleware()));
    expect((await post({ fetch, baseUrl: url }, undefined)).body).toContain("The body is missing.");
  });
});

describe("createMockMiddleware with cors: false", () => {
  const ORIGIN = "https://app.example.com";

  it.each([
    ["*", 200],
    [ORIGIN, 200],
    ["https://other.example.com", 403],
  ])("responds after middleware that allows %s with %i", async (allowed, status) => {
    const allow: RequestHandler = (_, response, next) => {
      response.setHeader("Access-Control-Allow-Origin", allowed);
      next();
    };
    const url = await serve(express().use(allow, createMockMiddleware({ cors: false })));
    expect((await postFern(url, { origin: ORIGIN })).status).toBe(status);
  });
});

describe("createMockMiddleware", () => {
  it("shares its mock with the code that made it", async () => {
    const middleware = createMockMiddleware({ plants: [{ id: 7, name: "Seed" }] });
    await postFern(await serve(middleware));
    expect(middleware.mock.plants.size).toBe(2);
  });

  it("shares its sessions with the code that made it", async () => {
    const middleware = createMockMiddleware();
    await postFern(await serve(middleware), { "x-mock-session": "a" });
    expect(middleware.session("a").plants.size).toBe(1);
  });

  it("records https when it is served by TLS", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => {
      Object.assign(incoming.socket, { encrypted: true });
      middleware(incoming, response);
    });
    await postFern(url);
    expect(middleware.mock.requests).toMatchObject([{ url: `${url.replace("http:", "https:")}/plants` }]);
  });

  it("reads a body that a middleware has paused", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => middleware(incoming.pause(), response));
    expect((await postFern(url)).status).toBe(200);
  });

  it("responds with 500 when a middleware decodes the body", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => middleware(incoming.setEncoding("utf8"), response));
    const { status, body } = await postFern(url);
    expect([status, body]).toEqual([500, expect.stringContaining("request.setEncoding()")]);
    expect(middleware.mock.requests).toEqual([]);
  });

  /** Sends a POST without a socket or a Content-Length, as light-my-request does with a stream. */
  function inject(middleware: MockMiddleware, chunks: readonly string[], headers = {}) {
    const socket = Object.assign(new EventEmitter(), { remoteAddress: "127.0.0.1" });
    const incoming = Object.assign(new Readable({ autoDestroy: false, read() {} }), {
      method: "POST",
      url: "/plants",
      httpVersionMajor: 1,
      headers: { host: "localhost", authorization: "Bearer any", "content-type": "application/json", ...headers },
      socket,
    });
    for (const chunk of [...chunks, null]) {
      incoming.push(chunk);
    }
    const outgoing = new ServerResponse(incoming as unknown as IncomingMessage);
    middleware(incoming, outgoing);
    return outgoing;
  }

  it("reads a body without a Content-Length and a socket", async () => {
    const middleware = createMockMiddleware();
    inject(middleware, [FERN_JSON.slice(0, 9), FERN_JSON.slice(9)]);
    await vi.waitFor(() => expect(middleware.mock.plants.size).toBe(1));
  });

  it("reads an empty body without a socket", async () => {
    const middleware = createMockMiddleware();
    inject(middleware, []);
    await vi.waitFor(() => expect(middleware.mock.requests).toMatchObject([{ body: "", status: 400 }]));
  });

  it("ends a request that has no socket", async () => {
    const outgoing = inject(createMockMiddleware(), [], { "x-mock-fault": "connection" });
    await vi.waitFor(() => expect(outgoing.destroyed).toBe(true));
  });

  it("reads a body whose Content-Length a middleware has deleted", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => {
      Reflect.deleteProperty(incoming.headers, "content-length");
      middleware(incoming, response);
    });
    expect((await postFern(url)).status).toBe(200);
  });

  it("ends a request whose client has already left, without a record", async () => {
    const middleware = createMockMiddleware();
    const ended = deferred();
    const url = await serve(async (incoming, response) => {
      client.destroy();
      await once(response, "close");
      Object.assign(incoming.socket, { end: ended.resolve });
      middleware(incoming, response);
    });
    const client = openRequest(`${url}/plants`, { method: "POST", headers: { "content-length": 2 ** 20 } });
    client.on("error", () => {}).write("{");
    await ended.promise;
    expect(middleware.mock.requests).toEqual([]);
  });

  it("leaves no record of a request whose body breaks off at once", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => {
      middleware(incoming, response);
      incoming.destroy();
    });
    const client = openRequest(`${url}/plants`, { method: "POST", headers: { "content-length": 2 ** 20 } });
    client.write("{");
    await once(client, "error");
    expect(middleware.mock.requests).toEqual([]);
  });

  it("drops the connection when it can't even send an error", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => {
      response.writeHead = () => {
        throw new Error("broken by other middleware");
      };
      middleware(incoming, response);
    });
    await expect(postFern(url)).rejects.toThrow("fetch failed");
  });

  it("drops a connection of any stream", async () => {
    const middleware = createMockMiddleware();
    middleware.mock.failNext("connection");
    const [client, socket] = duplexPair();
    createServer(middleware).emit("connection", socket);
    client.resume().write(rawPost(FERN_JSON));
    await once(socket, "close");
    expect(middleware.mock.requests).toMatchObject([{ fault: "connection" }]);
  });

  it("has three parameters, since h3 waits only for such a function", () => {
    expect(createMockMiddleware()).toHaveLength(3);
  });

  it("throws when an option is invalid", () => {
    expect(() => createMockMiddleware({ port: 1 } as never)).toThrow("Invalid options: unknown option port");
  });
});
