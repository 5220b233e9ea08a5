import { hasSubscribers } from "node:diagnostics_channel";
import { createServer, request as sendWithHttp } from "node:http";
import type { PlantStoreError } from "plant-store-sdk";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBlackHole } from "../support/black-hole.ts";
import { getRejection } from "../support/get-rejection.ts";
import { closedUrl, listening } from "../support/listening.ts";
import { startRawServer } from "../support/raw-server.ts";
import { createPlant, never } from "../support/test-client.ts";

const nodeFetch = globalThis.fetch;

afterEach(() => vi.unstubAllGlobals());

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Calls with another global `fetch` than Node's. */
function callWith(fetch: Fetch, baseUrl: string, timeoutMs?: number): Promise<unknown> {
  vi.stubGlobal("fetch", fetch);
  return getRejection(createPlant({ baseUrl, timeoutMs }));
}

const rejectSoon = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error("too slow"))));

const startLosing = () => startRawServer((socket) => socket.destroy());

describe("mayHaveBeenCreated with a global fetch that was replaced", () => {
  it("is false when it passes the request on, and sends others elsewhere", async () => {
    const elsewhere = await closedUrl();
    const fetch: Fetch = (url, init) => {
      nodeFetch(elsewhere).catch(() => {});
      return nodeFetch(url, init);
    };
    expect(await callWith(fetch, await startBlackHole(), 200)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("is true when it repeats a refused request, which is then lost", async () => {
    const server = createServer((request) => request.socket.destroy());
    onTestFinished(() => void server.close());
    const url = await closedUrl();
    const fetch: Fetch = (url, init) =>
      nodeFetch(url, init).catch(async () => {
        await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), "127.0.0.1", resolve));
        return nodeFetch(url, init);
      });
    expect(await callWith(fetch, url)).toMatchObject({ mayHaveBeenCreated: true });
  });

  it("is true when it repeats a lost request, which is then refused", async () => {
    const server = createServer((request) => {
      server.close();
      request.socket.destroy();
    });
    const fetch: Fetch = (url, init) => nodeFetch(url, init).catch(() => nodeFetch(url, init));
    expect(await callWith(fetch, await listening(server))).toMatchObject({
      cause: { cause: { code: "ECONNREFUSED" } },
      mayHaveBeenCreated: true,
    });
  });

  it.each<[string, Fetch]>([
    [
      "sends a second request while the first waits",
      (url, init) => {
        setTimeout(() => nodeFetch(url, init).catch(() => {}));
        return nodeFetch(url, init);
      },
    ],
    ["sends two requests at once", (url, init) => Promise.race([nodeFetch(url, init), nodeFetch(url, init)])],
    [
      "sends the request later",
      async (url, init) => {
        await null;
        return nodeFetch(url, init);
      },
    ],
    ["drops the signal", (url, { signal: _, ...init }) => nodeFetch(url, init)],
    ["rejects before the request has ended", (url, init) => Promise.race([nodeFetch(url, init), rejectSoon()])],
    [
      "throws when the request has begun",
      (url, init) => {
        nodeFetch(url, init).catch(() => {});
        throw new Error("no");
      },
    ],
    [
      "sends by other means",
      (url, { body }) => {
        const request = sendWithHttp(url, { method: "POST" }).on("error", () => {});
        onTestFinished(() => void request.destroy());
        request.end(body);
        return never;
      },
    ],
  ])("is true when it %s", async (_, fetch) => {
    expect(await callWith(fetch, await startBlackHole(), 200)).toMatchObject({ mayHaveBeenCreated: true });
  });

  it.each<[string, Fetch]>([
    ["fails", () => Promise.reject(new Error("no"))],
    ["hangs", () => never],
    [
      "hangs until the abort",
      (_, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))),
    ],
  ])("is true when it turns to another host after a refusal, which %s", async (_, turn) => {
    const fetch: Fetch = (url, init) => nodeFetch(url, init).catch(() => turn(url, init));
    expect(await callWith(fetch, await closedUrl(), 200)).toMatchObject({ mayHaveBeenCreated: true });
  });
});

it("mayHaveBeenCreated is true after a timeout where the modules of Node aren't reached", async () => {
  vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
  expect(await callWith(nodeFetch, await startBlackHole(), 200)).toMatchObject({
    name: "PlantStoreTimeoutError",
    mayHaveBeenCreated: true,
  });
});

it("each of sixty calls at once knows its own request", async () => {
  const { url: losing } = await startLosing();
  const refusing = await closedUrl();
  const targets = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? losing : refusing));
  const errors = await Promise.all(targets.map((baseUrl) => getRejection(createPlant({ baseUrl }))));
  expect(errors).toMatchObject(targets.map((baseUrl) => ({ mayHaveBeenCreated: baseUrl === losing })));
});

it("a call that knows that nothing was sent has sent nothing, at whatever turn of the event loop it ends", async () => {
  const arrived = new Set<unknown>();
  const server = createServer(({ headers }) => void arrived.add(headers["x-turns"]));
  const baseUrl = await listening(server);
  const known = new Set<string>();
  for (let turns = 0; turns < 60 || arrived.size === 0; turns++) {
    const controller = new AbortController();
    const call = createPlant({ baseUrl, headers: { "x-turns": `${turns}` } }, { signal: controller.signal });
    const error = getRejection(call);
    for (let turn = 0; turn < turns; turn++) {
      await new Promise(setImmediate);
    }
    controller.abort();
    if (!((await error) as PlantStoreError).mayHaveBeenCreated) {
      known.add(`${turns}`);
    }
  }
  await new Promise((resolve) => server.close(resolve));
  expect([...known].filter((turns) => arrived.has(turns))).toEqual([]);
  expect(known).toContain("0");
});

describe("Node's channels", () => {
  it.each(["the same address", "another one"])(
    "are listened to after a call, while one to %s waits",
    async (address) => {
      const [first, second] = [await startLosing(), await startLosing()];
      const { url: baseUrl } = address === "another one" ? second : first;
      const controller = new AbortController();
      const ended = getRejection(createPlant({ baseUrl: first.url }, { signal: controller.signal }));
      const lost = getRejection(createPlant({ baseUrl }));
      // Both requests are created, and wait for their connections.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      controller.abort();
      expect(await ended).toMatchObject({ attempts: 1, mayHaveBeenCreated: false });
      expect(await lost).toMatchObject({ attempts: 1, mayHaveBeenCreated: true });
    },
  );

  it("are listened to while a call waits, and no longer", async () => {
    const isListening = () => hasSubscribers("undici:request:create") || hasSubscribers("undici:client:sendHeaders");
    const controller = new AbortController();
    let wasListening = false;
    const fetch: Fetch = () => {
      wasListening = isListening();
      controller.abort();
      return never;
    };
    vi.stubGlobal("fetch", fetch);
    expect(isListening()).toBe(false);
    await getRejection(createPlant({}, { signal: controller.signal }));
    expect([wasListening, isListening()]).toEqual([true, false]);
  });

  it("are left alone after an error that can't be read", async () => {
    const cause = () => {
      throw new Error("no cause");
    };
    await callWith(
      () => Promise.reject(Object.defineProperty(new Error("no"), "cause", { get: cause })),
      "http://localhost",
    );
    expect(hasSubscribers("undici:request:create")).toBe(false);
  });
});
