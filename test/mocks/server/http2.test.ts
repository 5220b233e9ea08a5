import { once } from "node:events";
import { connect, constants, createServer, type OutgoingHttpHeaders } from "node:http2";
import { text } from "node:stream/consumers";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";

const CREDENTIALS = { authorization: "Bearer any", "content-type": "application/json" };
const CREATE = { ":method": "POST", ":path": "/plants", ...CREDENTIALS };

/** Serves a mock over HTTP/2 without TLS, and connects to it. */
async function openSession() {
  const middleware = createMockMiddleware();
  const server = createServer(middleware);
  const session = connect(await listening(server));
  onTestFinished(() => session.destroy());
  const send = async (headers: OutgoingHttpHeaders, body?: string) => {
    const stream = session.request(headers);
    stream.end(body);
    const [head] = await once(stream, "response");
    return { ...head, status: head[":status"], body: await text(stream) };
  };
  return { mock: middleware.mock, server, session, send };
}

describe("createMockMiddleware over HTTP/2", () => {
  it("refuses the control API to another host with a Host header of this machine", async () => {
    const { send } = await openSession();
    const rebound = { ":authority": "evil.example.com", host: "localhost" };
    expect(await send({ ":path": "/__mock/plants", ...rebound })).toMatchObject({ status: 403 });
  });
});

describe("a fault over HTTP/2", () => {
  it("sends the status and headers of its Response", async () => {
    const { mock, send } = await openSession();
    mock.failNext(() => new Response("", { status: 418, statusText: "Short", headers: { "x-own": "1" } }));
    expect(await send(CREATE, FERN_JSON)).toMatchObject({ status: 418, "x-own": "1" });
  });

  it.each([
    ["connection", "close"],
    ["http2-settings", "x"],
    ["keep-alive", "timeout=5"],
    ["proxy-connection", "close"],
    ["te", "x"],
    ["upgrade", "websocket"],
  ])("omits the connection header %s", async (name, value) => {
    const { mock, send } = await openSession();
    mock.failNext(() => new Response("abc", { headers: { [name]: value } }));
    const response = await send(CREATE, FERN_JSON);
    expect(response).toMatchObject({ status: 200, body: "abc" });
    expect(response).not.toHaveProperty(name);
  });

  it("resets the stream for a lost connection", async () => {
    const { mock, send } = await openSession();
    mock.failNext("connection");
    await expect(send(CREATE, FERN_JSON)).rejects.toThrow("NGHTTP2_INTERNAL_ERROR");
  });
});

describe("the body of a fault over HTTP/2", () => {
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(2 ** 16));

  it.each<[when: string, headers: Record<string, string>]>([
    ["when the client resets the stream", {}],
    ["when it is longer than it announces", { "content-length": "1" }],
  ])("is canceled %s", async (_, headers) => {
    const { mock, session } = await openSession();
    session.on("error", () => {}); // Node 24 ends a session that gets more than was announced
    const canceled = deferred();
    mock.failNext(() => new Response(new ReadableStream({ pull, cancel: canceled.resolve }), { headers }));
    const stream = session.request(CREATE).on("error", () => {});
    stream.end(FERN_JSON);
    await once(stream, "response");
    stream.close(constants.NGHTTP2_CANCEL);
    await canceled.promise;
  });
});

describe("an upload over HTTP/2 that the client resets", () => {
  const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL } = constants;

  it.each([
    ["NO_ERROR", NGHTTP2_NO_ERROR],
    ["CANCEL", NGHTTP2_CANCEL],
  ])("creates no plant: %s", async (_, code) => {
    const { mock, server, session } = await openSession();
    // Without this option, Node's client ends the body before it resets the stream.
    const upload = session.request(CREATE, { waitForTrailers: true });
    upload.on("error", () => {}).write(FERN_JSON);
    server.on("request", (incoming) => incoming.once("data", () => upload.close(code)));
    const [, outgoing] = await once(server, "request");
    await once(outgoing, "close");
    await new Promise(setImmediate);
    expect([mock.plants.size, mock.requests]).toEqual([0, []]);
  });
});
