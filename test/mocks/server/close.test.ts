import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { startMockServer } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deferred } from "../../support/deferred.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { mockServer } from "../../support/mock-server.ts";
import { openRawConnection, rawPost } from "../../support/raw-connection.ts";
import { never } from "../../support/test-client.ts";
import { POST_FERN, startServer } from "./start-server.ts";

/** Opens a connection with an upload whose headers have arrived. `finish` sends the end of its body. */
async function openUpload(open: Awaited<ReturnType<typeof startServer>>["open"]) {
  const upload = rawPost(FERN_JSON, { fields: ["Expect: 100-continue"] });
  const connection = await open(upload.slice(0, -5));
  expect(await connection.response()).toContain("100 Continue");
  return { ...connection, finish: () => connection.send(upload.slice(-5)) };
}

/** Starts a server that checks no token before `accept` is called. */
async function startHeldServer() {
  const accepted = deferred();
  return { ...(await startServer({ token: () => accepted.promise.then(() => true) })), accept: accepted.resolve };
}

const SUCCESS = /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"name":"Fern"\}$/;

describe("close", () => {
  it("leaves no timer, which would keep the process alive", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startMockServer();
    await server.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops listening", async () => {
    const { url, close } = await startServer();
    await close();
    expect(await getRejection(fetch(url))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  it("is what `await using` calls", async () => {
    await using server = await startMockServer();
    expect(server[Symbol.asyncDispose]).toBe(server.close);
  });

  it("ends an idle connection", async () => {
    const { close, open } = await startServer();
    const { response, ended } = await open(POST_FERN);
    await response();
    await close();
    expect(await ended).toBe("");
  });

  it.each([
    ["hasn't sent a request yet", ""],
    ["is in the middle of the headers", POST_FERN.slice(0, 20)],
  ])("ends a connection that %s", async (_, sent) => {
    const { url, close, open } = await startServer();
    const { ended } = await open(sent);
    // A server accepts connections in order, so it has the one above when it responds to another.
    await fetch(url);
    await close();
    expect(await ended).toBe("");
  });

  it("ends requests that never get a response", async () => {
    const { mock, close, open } = await startServer();
    mock.failNext("timeout", "timeout");
    const connections = [await open(POST_FERN), await open(POST_FERN)];
    await expect.poll(() => mock.requests.length).toBe(2);
    await close();
    expect(await Promise.all(connections.map(({ ended }) => ended))).toEqual(["", ""]);
    expect(mock.requests).toMatchObject([{ outcome: "aborted" }, { outcome: "aborted" }]);
  });

  it("ends an upload that never gets a response", async () => {
    const { mock, close, open } = await startServer();
    mock.failNext("timeout");
    const { finish, ended } = await openUpload(open);
    const closed = close();
    finish();
    await closed;
    expect(await ended).toBe("");
    expect(mock.requests).toMatchObject([{ outcome: "aborted" }]);
  });

  it("waits for a request in progress", async () => {
    const { mock, close, open, accept } = await startHeldServer();
    const { ended } = await open(POST_FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    const closed = close();
    accept();
    await closed;
    expect(await ended).toMatch(SUCCESS);
  });

  it("announces the end of a connection in its last response", async () => {
    const { close, open } = await startServer();
    const { finish, ended } = await openUpload(open);
    const closed = close();
    finish();
    await closed;
    expect(await ended).toMatch(/^connection: close\r$/im);
  });

  it("announces the end of a connection to a request that arrives late", async () => {
    const { mock, close, open, accept } = await startHeldServer();
    const late = await open(POST_FERN.slice(0, 20));
    await open(POST_FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    const closed = close();
    late.send(POST_FERN.slice(20));
    await expect.poll(() => mock.requests.length).toBe(2);
    accept();
    await closed;
    expect(await late.ended).toMatch(/^connection: close\r$/im);
  });

  it("ends a connection after a response that started before", async () => {
    const { mock, close, open } = await startServer();
    let end = () => {};
    const start: UnderlyingDefaultSource<Uint8Array>["start"] = (controller) => {
      controller.enqueue(new Uint8Array(3));
      end = () => controller.close();
    };
    mock.failNext(() => new Response(new ReadableStream({ start })));
    const { socket, send, ended } = await open(POST_FERN);
    await once(socket, "data");
    const closed = close();
    end();
    send(POST_FERN);
    await closed;
    expect((await ended).match(/HTTP/g)).toHaveLength(1);
  });

  it("drops a request in progress after ten seconds, not before", async () => {
    const { url, mock, close } = await mockServer();
    mock.failNext(() => never);
    const { send, ended } = await openRawConnection(url);
    send(POST_FERN);
    await expect.poll(() => mock.requests.length).toBe(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const onClosed = vi.fn();
    const closed = close().then(onClosed);
    vi.advanceTimersByTime(9_999);
    await nextTurn();
    expect(onClosed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await closed;
    expect(await ended).toBe("");
  });
});
