import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import { gzipSync } from "node:zlib";
import type { Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";
import { post } from "../../support/post.ts";
import { withoutUsual } from "../../support/raw-connection.ts";
import { POST_FERN, startServer } from "./start-server.ts";

/** Opens a connection whose first request gets the response of a fault. */
async function openWithFault(fault: Fault) {
  const { mock, open } = await startServer();
  mock.failNext(fault);
  return { ...(await open(POST_FERN)), open };
}

/** Returns the response of a fault as bytes, without the headers that Node adds to each. */
async function readResponse(fault: Fault) {
  const { response } = await openWithFault(fault);
  return withoutUsual(await response());
}

const TEXT = "content-type: text/plain;charset=UTF-8\r\n";
const streamed = (source: UnderlyingDefaultSource<Uint8Array>) => () => new Response(new ReadableStream(source));

describe("a Response of a fault function on the wire", () => {
  it("has its status text, headers and bytes", async () => {
    const fields = ["content-length: 3", "set-cookie: a=1", "set-cookie: b=2"];
    const headers = fields.map((field) => field.split(": ") as [string, string]);
    const init = { status: 418, statusText: "Short and Stout", headers };
    const response = await readResponse(() => new Response(Uint8Array.of(0, 255, 10), init));
    expect(response).toBe(`HTTP/1.1 418 Short and Stout\r\n${fields.join("\r\n")}\r\n\r\n\0\xFF\n`);
  });

  it("has headers beyond ASCII as Latin-1", async () => {
    const response = await readResponse({ status: 503, headers: { "x-own": "gr\u00fcn" } });
    expect(response).toContain("\r\nx-own: gr\xFCn\r\n");
  });

  it("is recorded with each cookie that it sets", async () => {
    const { mock, url } = await startServer();
    const cookies = ["a=1", "b=2"].map((cookie): [string, string] => ["set-cookie", cookie]);
    mock.failNext(() => new Response("", { headers: cookies }));
    await fetch(`${url}/plants`, { method: "POST" });
    expect(mock.requests[0]?.response?.headers).toMatchObject({ "set-cookie": "a=1, b=2" });
  });

  it("has the length 0 once if it says so itself", async () => {
    const response = await readResponse(() => new Response(null, { headers: { "content-length": "0" } }));
    expect(response).toBe("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });

  it("has no length with a status that forbids a body", async () => {
    const response = await readResponse(() => new Response(null, { status: 204 }));
    expect(response).toBe("HTTP/1.1 204 No Content\r\n\r\n");
  });

  it("is sent in chunks without a length", async () => {
    const { response } = await openWithFault(() => new Response("abc"));
    expect(withoutUsual(await response())).toBe(`HTTP/1.1 200 OK\r\n${TEXT}Transfer-Encoding: chunked\r\n\r\n`);
  });

  /** Forwards a request to another service. */
  async function forward(status: number, headers: OutgoingHttpHeaders, body?: Uint8Array) {
    const serviceUrl = await listening(createServer((_, response) => response.writeHead(status, headers).end(body)));
    const { mock, url } = await startServer();
    mock.failNext(() => fetch(serviceUrl));
    return post({ fetch, baseUrl: url }, FERN_JSON);
  }

  const zipped = gzipSync("decoded");

  it.each([
    ["in chunks", {}],
    ["with a length", { "content-length": zipped.byteLength }],
  ])("is decoded when it comes from another service that compresses, %s", async (_, headers) => {
    const response = await forward(200, { "content-encoding": "gzip", ...headers }, zipped);
    expect(response).toMatchObject({ status: 200, body: "decoded" });
  });

  it("ends the connection after its bytes when it announces more", async () => {
    const { ended } = await openWithFault(() => new Response("abc", { headers: { "content-length": "100" } }));
    expect(withoutUsual(await ended)).toBe(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n${TEXT}\r\nabc`);
  });

  it("ends the connection without its bytes when they are more than it announces", async () => {
    const { ended } = await openWithFault(() => new Response("abc", { headers: { "content-length": "1" } }));
    expect(await ended).not.toContain("abc");
  });

  it("is sent whole when it is larger than what a socket takes at once", async () => {
    const { mock, url } = await startServer();
    mock.failNext(() => new Response(new Uint8Array(4 * 2 ** 20)));
    const response = await fetch(`${url}/plants`, { method: "POST" });
    expect((await response.arrayBuffer()).byteLength).toBe(4 * 2 ** 20);
  });

  it("has no Trailer header", async () => {
    const response = await readResponse(() => new Response(null, { headers: { trailer: "x-sum" } }));
    expect(response).toBe("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  });

  it("drops the connection when its body fails midway", async () => {
    let fail = () => {};
    const start: UnderlyingDefaultSource<Uint8Array>["start"] = (controller) => {
      controller.enqueue(new TextEncoder().encode('{"name'));
      fail = () => controller.error(new Error("cut"));
    };
    const { socket, ended } = await openWithFault(streamed({ start }));
    await once(socket, "data");
    fail();
    expect(await ended).toMatch(/\r\n\r\n6\r\n\{"name\r\n$/);
  });

  const endless: UnderlyingDefaultSource<Uint8Array> = {
    pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)),
  };

  it.each([
    ["endless", endless],
    ["silent", {}],
  ])("has its %s body canceled when the client leaves", async (_, source) => {
    const canceled = deferred();
    const { socket, open } = await openWithFault(streamed({ ...source, cancel: canceled.resolve }));
    // The response has begun when another one is complete.
    await (await open(POST_FERN)).response();
    socket.destroy();
    await canceled.promise;
  });

  it("has its body canceled when it is longer than it announces", async () => {
    const canceled = deferred();
    const body = new ReadableStream({ ...endless, cancel: canceled.resolve });
    const { ended } = await openWithFault(() => new Response(body, { headers: { "content-length": "1" } }));
    await canceled.promise;
    await ended;
  });
});
