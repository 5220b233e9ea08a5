import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  ServerResponse,
} from "node:http";
import { Readable, Writable } from "node:stream";
import express, { type RequestHandler } from "express";
import { createMockMiddleware, type MockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, expect, it, vi } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";
import { post } from "../../support/post.ts";

const serve = (listener: RequestListener) => listening(createServer(listener));
const postFern = (baseUrl: string, headers = {}) => post({ fetch, baseUrl }, FERN_JSON, headers);

describe("createMockMiddleware in Express", () => {
  it("records the URL with the path of the mount", async () => {
    const middleware = createMockMiddleware();
    const url = await serve(express().use("/my/mock", middleware));
    await postFern(`${url}/my/mock/v1`);
    expect(middleware.mock.requests).toMatchObject([{ url: `${url}/my/mock/v1/plants` }]);
  });

  it.each(["/plants", "/elsewhere"])("never calls the next middleware: %s", async (path) => {
    const next = vi.fn<RequestHandler>((_, response) => void response.end());
    const url = await serve(express().use(createMockMiddleware(), next));
    await fetch(url + path, { method: "POST" });
    expect(next).not.toHaveBeenCalled();
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
  it("records https when it is served by TLS", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => {
      Object.assign(incoming.socket, { encrypted: true });
      middleware(incoming, response);
    });
    await postFern(url);
    expect(middleware.mock.requests).toMatchObject([{ url: `${url.replace("http:", "https:")}/plants` }]);
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

  it.each([true, false])(
    "loses the connection of a request without a real socket, with a listener: %s",
    async (listens) => {
      const outgoing = inject(createMockMiddleware(), [], { "x-mock-fault": "connection" });
      const onError = vi.fn();
      outgoing.on(listens ? "error" : "finish", onError);
      await vi.waitFor(() => expect(outgoing.destroyed).toBe(true));
      expect(onError).toHaveBeenCalledTimes(listens ? 1 : 0);
    },
  );

  it("cancels a body that is longer than it announces, without a real socket", async () => {
    const middleware = createMockMiddleware();
    const canceled = deferred();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(2)),
      cancel: canceled.resolve,
    });
    middleware.mock.failNext(() => new Response(body, { headers: { "content-length": "1" } }));
    inject(middleware, [FERN_JSON]);
    await canceled.promise;
  });

  it.each<[title: string, incoming: object, outgoing: unknown]>([
    ["Koa's context and next()", { headers: {}, socket: {}, httpVersionMajor: 1 }, () => {}],
    ["a request without a socket", new Readable(), new Writable()],
    ["a mock of a request", Object.assign(new EventEmitter(), { headers: {}, socket: {} }), new Writable()],
    ["no response", Object.assign(new Readable(), { socket: {} }), undefined],
  ])("throws a TypeError for %s", (_, incoming, outgoing) => {
    const message = "createMockMiddleware: pass a request and a response of node:http (in Koa, ctx.req and ctx.res)";
    expect(() => createMockMiddleware()(incoming as never, outgoing as never)).toThrow(new TypeError(message));
  });

  /** Starts an upload that never ends. */
  function startUpload(url: string) {
    const client = openRequest(`${url}/plants`, { method: "POST", headers: { "content-length": 2 ** 20 } });
    client.on("error", () => {}).write("{");
    return client;
  }

  it("ends a request whose client has already left, without a record", async () => {
    const middleware = createMockMiddleware();
    const ended = deferred();
    const url = await serve(async (incoming, response) => {
      client.destroy();
      await once(response, "close");
      Object.assign(incoming.socket, { destroySoon: ended.resolve });
      middleware(incoming, response);
    });
    const client = startUpload(url);
    await ended.promise;
    expect(middleware.mock.requests).toEqual([]);
  });

  it("leaves no record of a request whose body breaks off at once", async () => {
    const middleware = createMockMiddleware();
    const url = await serve((incoming, response) => {
      middleware(incoming, response);
      incoming.destroy();
    });
    await once(startUpload(url), "error");
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

  it("has three parameters, since h3 waits only for such a function", () => {
    expect(createMockMiddleware()).toHaveLength(3);
  });
});
