import { once } from "node:events";
import { createServer } from "node:http";
import { createMockMiddleware } from "plant-store-sdk/mocks/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FERN_JSON } from "../../support/fern.ts";
import { listening } from "../../support/listening.ts";
import { openRawConnection, rawPost } from "../../support/raw-connection.ts";
import { POST_FERN, startServer } from "./start-server.ts";

describe("a request", () => {
  it("gets its response while a test uses fake timers", async () => {
    const connection = await (await startServer()).open();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    connection.send(POST_FERN);
    expect(await connection.response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  async function recordUrl(host: string) {
    const { mock, open } = await startServer();
    const { response } = await open(rawPost(FERN_JSON, { fields: [`Host: ${host}`] }));
    await response();
    return mock.requests[0]?.url;
  }

  it.each(["plants.local:8080", "plants.local", "[::1]:4010", "[::1]"])(
    "is recorded under the URL of its Host %s",
    async (host) => {
      expect(await recordUrl(host)).toBe(`http://${host}/plants`);
    },
  );

  it.each(["a b<c>", "plants.local:80x", "x[::1]", "[::1]x", "[gg]", ""])(
    "is recorded under localhost for the invalid Host %j",
    async (host) => {
      expect(await recordUrl(host)).toBe("http://localhost/plants");
    },
  );
});

describe("a request of HTTP/1.0 without Host", () => {
  it("doesn't reach the control API", async () => {
    const { response } = await (await startServer()).open("GET /__mock/plants HTTP/1.0\r\n\r\n");
    expect(await response()).toContain("HTTP/1.1 403 Forbidden\r\n");
  });
});

describe("an upload that breaks off", () => {
  it.each(["/plants", "/__mock/plants"])("to %s is logged without a record", async (path) => {
    const served: unknown[] = [];
    const { open } = await startServer({}, { onServed: ({ reply }) => served.push(reply) });
    const upload = rawPost(FERN_JSON, { target: path, fields: ["Expect: 100-continue"] });
    const { socket } = await open(upload.slice(0, -5));
    // The server has read the headers.
    await once(socket, "data");
    socket.resetAndDestroy();
    await expect.poll(() => served).toMatchObject([{ lost: "left" }]);
    expect(served).toEqual([expect.not.objectContaining({ record: expect.anything() })]);
  });
});

it("notices for each of several pipelined requests that the client leaves", async () => {
  const { mock, open } = await startServer({ delayMs: 1_000_000 });
  const { socket } = await open(POST_FERN + POST_FERN);
  await expect.poll(() => mock.requests.length).toBe(2);
  socket.resetAndDestroy();
  const aborted = { outcome: "aborted" };
  await expect.poll(() => mock.requests).toMatchObject([aborted, aborted]);
});

it("listens once for the end of a connection, however many requests it has", async () => {
  const middleware = createMockMiddleware();
  const listeners: number[] = [];
  const url = await listening(
    createServer((incoming, response) => {
      middleware(incoming, response);
      listeners.push(incoming.socket.listenerCount("close"));
    }),
  );
  const { send, response } = await openRawConnection(url);
  for (let request = 0; request < 3; request++) {
    send(POST_FERN);
    await response();
  }
  expect(listeners[2]).toBe(listeners[0]);
});

it.each(["/plants", "/other", "/__mock/plants", "/__mock/page/main.js"])(
  "gets its response to a large body after it has arrived whole, or a proxy would fail: %s",
  async (path) => {
    const middleware = createMockMiddleware();
    const hadArrived: boolean[] = [];
    const url = await listening(
      createServer((incoming, response) => {
        const { writeHead } = response;
        response.writeHead = (...args: unknown[]) => {
          hadArrived.push(incoming.complete);
          return Reflect.apply(writeHead, response, args);
        };
        middleware(incoming, response);
      }),
    );
    await fetch(url + path, { method: "POST", body: "x".repeat(8 * 2 ** 20) });
    expect(hadArrived).toEqual([true]);
  },
);

describe("a body of more than 1 MiB", () => {
  const sent = rawPost("x".repeat(2 ** 21));

  it("leaves the connection to the next request", async () => {
    const { response } = await (await startServer()).open(sent + POST_FERN);
    await response();
    expect(await response()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("stays open while it arrives, and ends on a reset", async () => {
    const { mock, open } = await startServer();
    const { socket, ended } = await open(sent.slice(0, -1));
    const reset = () => {
      mock.reset();
      return socket.closed;
    };
    await expect.poll(reset).toBe(true);
    expect([await ended, mock.requests]).toEqual(["", []]);
  });
});
