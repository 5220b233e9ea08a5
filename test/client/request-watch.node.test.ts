import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, request as sendWithHttp } from "node:http";
import type { PlantStoreError } from "plant-store-sdk";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBlackHole } from "../support/black-hole.ts";
import { deferred } from "../support/deferred.ts";
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

/** Sends a request that the abort of `init` doesn't end, and rejects with its reason. */
const sendBeyondAbort: Fetch = (url, { signal, ...init }) =>
  new Promise((_, reject) => {
    nodeFetch(url, init).catch(() => {});
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** Sends a request that isn't made while it is being called. */
const sendLater: Fetch = async (url, init) => {
  await null;
  return nodeFetch(url, init);
};

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

  it("is false when functions around it delay its rejection", async () => {
    const wrap =
      (fetch: Fetch): Fetch =>
      async (url, init) => {
        try {
          return await fetch(url, init);
        } finally {
          await null;
        }
      };
    const fetch = wrap(wrap(wrap(nodeFetch as Fetch)));
    expect(await callWith(fetch, await startBlackHole(), 200)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it.each([
    ["is false when a proxy gets the URL as the path, and nothing is written", false, []],
    ["is true when a proxy gets the URL as the path, and the request is written", true, ["undici:client:sendHeaders"]],
  ])("%s", async (_, mayHaveBeenCreated, channels) => {
    const error = new Error("lost");
    const fetch: Fetch = (path) => {
      const request = { method: "POST", origin: "http://proxy.example.com:8080", path };
      for (const name of ["undici:request:create", ...channels, "undici:request:error"]) {
        channel(name).publish({ request, error });
      }
      return Promise.reject(new TypeError("fetch failed", { cause: error }));
    };
    expect(await callWith(fetch, "http://plants.example.com")).toMatchObject({ mayHaveBeenCreated });
  });

  it.each([
    ["is false when it wraps the request's error once more, as for a tunnel that a proxy refuses", false, 1],
    ["is true when it wraps it twice more", true, 2],
  ])("%s", async (_, mayHaveBeenCreated, times) => {
    const error = new Error("lost");
    const thrown = Array.from({ length: times }).reduce<Error>((cause) => new Error("wrapped", { cause }), error);
    const fetch: Fetch = (path) => {
      const request = { method: "POST", origin: "http://plants.example.com", path: new URL(path).pathname };
      channel("undici:request:create").publish({ request });
      channel("undici:request:error").publish({ request, error });
      return Promise.reject(new TypeError("fetch failed", { cause: thrown }));
    };
    expect(await callWith(fetch, "http://plants.example.com")).toMatchObject({ mayHaveBeenCreated });
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
    ["sends the request later", sendLater],
    [
      "gives up a request that connects, and sends one with a query",
      async (url, init) => {
        await getRejection(nodeFetch(url, { ...init, signal: AbortSignal.timeout(20) }));
        return nodeFetch(`${url}?try=2`, init);
      },
    ],
    ["drops the signal", (url, { signal: _, ...init }) => nodeFetch(url, init)],
    ["rejects before the request has ended", (url, init) => Promise.race([nodeFetch(url, init), rejectSoon()])],
    ["rejects with nothing", (url, init) => Promise.race([nodeFetch(url, init), Promise.reject()])],
    [
      "asks for something else at first, and sends a request that goes on after the abort",
      async (url, init) => {
        await getRejection(nodeFetch(url, { signal: AbortSignal.timeout(10) }));
        return sendBeyondAbort(url, init);
      },
    ],
    [
      "throws when the request has begun",
      (url, init) => {
        nodeFetch(url, init).catch(() => {});
        throw new Error("no");
      },
    ],
    [
      "sends by other means",
      (url, { body, signal }) =>
        new Promise((_, reject) => {
          const request = sendWithHttp(url, { method: "POST" }).on("error", () => {});
          onTestFinished(() => void request.destroy());
          request.end(body);
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
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
    ["goes on after the abort", async (_, init) => sendBeyondAbort(`${await startBlackHole()}/plants`, init)],
  ])("is true when it turns to another host after a refusal, which %s", async (_, turn) => {
    const fetch: Fetch = (url, init) => nodeFetch(url, init).catch(() => turn(url, init));
    expect(await callWith(fetch, await closedUrl(), 200)).toMatchObject({ mayHaveBeenCreated: true });
  });
});

/** The error of a refused connection. */
const refusal = Object.assign(new Error("refused"), { syscall: "connect" });

describe("mayHaveBeenCreated with a fetch that was seen to send the request", () => {
  const loseAndRefuse: Fetch = (url, init) => nodeFetch(url, init).catch(() => Promise.reject(refusal));

  it("is true when a custom fetch throws the error of a refused connection", async () => {
    const { url: baseUrl } = await startLosing();
    expect(await getRejection(createPlant({ baseUrl, fetch: loseAndRefuse }))).toMatchObject({
      cause: refusal,
      mayHaveBeenCreated: true,
    });
  });

  it("is true when fetch throws the error of a refused connection after an abort", async () => {
    const fetch: Fetch = (_, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(refusal)));
    expect(await getRejection(createPlant({ fetch, timeoutMs: 50 }))).toMatchObject({ mayHaveBeenCreated: true });
  });

  it("is true when a custom fetch says that nothing was sent", async () => {
    const { url: baseUrl } = await startLosing();
    const fetch: Fetch = (url, init) =>
      nodeFetch(url, init).catch(() => Promise.reject(Object.assign(new Error("no"), { mayHaveBeenCreated: false })));
    expect(await getRejection(createPlant({ baseUrl, fetch }))).toMatchObject({ mayHaveBeenCreated: true });
  });

  it.each([
    ["at another address", ({ origin }: URL) => origin.replace("127.0.0.1", "localhost")],
    ["after a while at the same address", ({ origin }: URL) => origin],
  ])("is true when a second request is written %s, and the first was refused", async (_, toOrigin) => {
    const server = createServer((request) => request.socket.destroy());
    onTestFinished(() => void server.close());
    const refusing = new URL(await closedUrl());
    const fetch: Fetch = async (url, init) => {
      const refused = await getRejection(nodeFetch(url, init));
      await new Promise<void>((resolve) => server.listen(Number(refusing.port), resolve));
      await getRejection(nodeFetch(url.replace(refusing.origin, toOrigin(refusing)), init));
      throw refused;
    };
    expect(await callWith(fetch, refusing.origin)).toMatchObject({
      cause: { cause: { code: "ECONNREFUSED" } },
      mayHaveBeenCreated: true,
    });
  });
});

describe("mayHaveBeenCreated with a custom fetch that sends to two hosts", () => {
  it.each<[string, (refusing: string, slow: string) => readonly [string, string]]>([
    ["the second connects while the first is refused", (refusing, slow) => [refusing, slow]],
    ["the first connects while the second is refused", (refusing, slow) => [slow, refusing]],
  ])("is true when %s, and isn't retried", async (_, order) => {
    const [baseUrl, other] = order(await closedUrl(), await startBlackHole());
    const fetch: Fetch = (url, init) => Promise.race([nodeFetch(url, init), nodeFetch(`${other}/plants`, init)]);
    expect(await getRejection(createPlant({ baseUrl, fetch, retries: 2 }))).toMatchObject({
      cause: { cause: { code: "ECONNREFUSED" } },
      attempts: 1,
      mayHaveBeenCreated: true,
    });
  });

  it.each<[string, (first: () => Promise<Response>, second: () => Promise<Response>) => Promise<Response>]>([
    ["it throws the last error", (first, second) => first().catch(second)],
    [
      "it throws the first error",
      (first, second) => first().catch((error) => second().catch(() => Promise.reject(error))),
    ],
    ["it throws both", (first, second) => Promise.any([first(), second()])],
  ])("is false when both refuse, and %s", async (_, combine) => {
    const [baseUrl, other] = [await closedUrl(), await closedUrl()];
    const fetch: Fetch = (url, init) =>
      combine(
        () => nodeFetch(url, init),
        () => nodeFetch(`${other}/plants`, init),
      );
    expect(await getRejection(createPlant({ baseUrl, fetch }))).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("is true when it turns to the second after a refusal, and loses the request where another call waits", async () => {
    const server = await startRawServer((socket, request) => request.includes("x-second") && socket.destroy());
    const fetch: Fetch = async (url, init) => {
      const refused = await getRejection(nodeFetch(url, init));
      await getRejection(nodeFetch(`${server.url}/plants`, { ...init, headers: { "x-second": "yes" } }));
      throw refused;
    };
    const waits = getRejection(createPlant({ baseUrl: server.url, timeoutMs: 500 }));
    const error = await getRejection(createPlant({ baseUrl: await closedUrl(), fetch, retries: 2 }));
    expect(error).toMatchObject({ attempts: 1, mayHaveBeenCreated: true });
    await waits;
  });

  it("is true when the second loses the request, though another call waits there", async () => {
    const server = await startRawServer((socket, request) => request.includes("x-second") && socket.destroy());
    const fetch: Fetch = async (url, init) => {
      const refused = getRejection(nodeFetch(url, init));
      await getRejection(nodeFetch(`${server.url}/plants`, { ...init, headers: { "x-second": "yes" } }));
      throw await refused;
    };
    const waits = getRejection(createPlant({ baseUrl: server.url, timeoutMs: 500 }));
    expect(await getRejection(createPlant({ baseUrl: await closedUrl(), fetch }))).toMatchObject({
      mayHaveBeenCreated: true,
    });
    await waits;
  });
});

describe("a request that isn't made while fetch is being called", () => {
  it("puts each call to its path in doubt that connects, whatever the host", async () => {
    const controller = new AbortController();
    const [hole, { url: baseUrl }] = [await startBlackHole(), await startLosing()];
    const [connecting, elsewhere] = [hole, `${hole}/v2`].map((baseUrl) =>
      getRejection(createPlant({ baseUrl }, { signal: controller.signal })),
    );
    expect(await getRejection(createPlant({ baseUrl, fetch: sendLater }))).toMatchObject({ mayHaveBeenCreated: true });
    controller.abort();
    expect(await connecting).toMatchObject({ mayHaveBeenCreated: true });
    expect(await elsewhere).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("puts no call in doubt while both are refused", async () => {
    const baseUrl = await closedUrl();
    vi.stubGlobal("fetch", sendLater);
    const errors = await Promise.all([1, 2].map(() => getRejection(createPlant({ baseUrl }))));
    expect(errors).toMatchObject([{ mayHaveBeenCreated: false }, { mayHaveBeenCreated: false }]);
  });

  it("puts no refused call in doubt, though one to another path is written", async () => {
    const { url } = await startLosing();
    const fetch: Fetch = async (...request) => {
      const refused = await getRejection(sendLater(...request));
      await getRejection(createPlant({ baseUrl: `${url}/v2` }));
      throw refused;
    };
    expect(await getRejection(createPlant({ baseUrl: await closedUrl(), fetch }))).toMatchObject({
      mayHaveBeenCreated: false,
    });
  });

  it("puts no refused call in doubt while another call's goes on", async () => {
    const [refusing, slow] = [await closedUrl(), await startBlackHole()];
    const made = deferred();
    const refused = getRejection(
      createPlant({
        fetch: async (_, init) => {
          await made.promise;
          return nodeFetch(`${refusing}/plants`, init);
        },
      }),
    );
    const fetch: Fetch = async (_, init) => {
      await null;
      const response = nodeFetch(`${slow}/plants`, init);
      made.resolve();
      return response;
    };
    const waits = getRejection(createPlant({ fetch, timeoutMs: 500 }));
    expect(await refused).toMatchObject({ mayHaveBeenCreated: false });
    await waits;
  });

  it("puts no call to another path of its host in doubt", async () => {
    const { url } = await startLosing();
    const fetch: Fetch = async (_, init) => {
      await getRejection(nodeFetch(`${url}/orders`, init));
      throw refusal;
    };
    expect(await callWith(fetch, url)).toMatchObject({ cause: refusal, mayHaveBeenCreated: false });
  });

  it("puts no call with another method in doubt", async () => {
    const { url } = await startLosing();
    const fetch: Fetch = async (url) => {
      await getRejection(nodeFetch(url));
      throw refusal;
    };
    expect(await callWith(fetch, url)).toMatchObject({ cause: refusal, mayHaveBeenCreated: false });
  });
});

describe("a request that is made while the fetch of another call is being called", () => {
  /** A queue that each call adds its request to, and then empties. */
  function createQueue() {
    const queue: (() => void)[] = [];
    const enqueue = (send: () => Promise<Response>) =>
      new Promise<Response>((resolve, reject) => queue.push(() => send().then(resolve, reject)));
    return { enqueue, empty: () => queue.splice(0).forEach((send) => void send()) };
  }

  /** A service that loses its first request, and then refuses connections. */
  async function startVanishing() {
    const server = createServer((request) => {
      server.close();
      request.socket.destroy();
    });
    return listening(server);
  }

  it.each<[string, (send: Fetch, enqueue: Fetch, refusing: string) => Fetch]>([
    ["first request", (send, enqueue) => (url, init) => enqueue(url, init).catch(() => send(url, init))],
    [
      "second request",
      (send, enqueue, refusing) => async (url, init) => {
        await getRejection(send(`${refusing}/plants`, init));
        return enqueue(url, init).catch(() => send(url, init));
      },
    ],
  ])("puts a call in doubt whose %s it is, and whose last one is refused", async (_, combine) => {
    const queue = createQueue();
    const baseUrl = await startVanishing();
    const queued = deferred();
    const waits = combine(
      nodeFetch,
      (url, init) => {
        queued.resolve();
        return queue.enqueue(() => nodeFetch(url, init));
      },
      await closedUrl(),
    );
    const error = getRejection(createPlant({ baseUrl, fetch: waits }));
    await queued.promise;
    const empties: Fetch = async () => {
      queue.empty();
      throw refusal;
    };
    await getRejection(createPlant({ baseUrl, fetch: empties }));
    expect(await error).toMatchObject({ cause: { cause: { code: "ECONNREFUSED" } }, mayHaveBeenCreated: true });
  });

  it.each([
    { first: "connects", arrived: 0, ends: false },
    { first: "is written", arrived: 1, ends: false },
    { first: "has ended", arrived: 1, ends: true },
  ])("puts calls in doubt that each send the one before, if the first $first", async ({ arrived, ends }) => {
    const queue = createQueue();
    const [hole, silent, refusing] = [await startBlackHole(), await startRawServer(() => {}), await closedUrl()];
    const [first, others] = [new AbortController(), new AbortController()];
    const call = (host: string, { signal } = others) => {
      const fetch: Fetch = (_, init) => {
        queue.empty();
        return queue.enqueue(() => nodeFetch(`${host}/plants`, init));
      };
      return getRejection(createPlant({ fetch }, { signal }));
    };
    const calls = [call(arrived ? silent.url : hole, first), call(hole)];
    await vi.waitUntil(() => silent.requests.length === arrived);
    if (ends) {
      first.abort();
      await calls[0];
    }
    calls.push(call(silent.url));
    const emptyAndSend: Fetch = (_, init) => {
      queue.empty();
      return nodeFetch(`${refusing}/plants`, init);
    };
    await getRejection(createPlant({ fetch: emptyAndSend }));
    await vi.waitUntil(() => silent.requests.length === arrived + 1);
    first.abort();
    others.abort();
    expect(await Promise.all(calls)).toMatchObject(calls.map(() => ({ mayHaveBeenCreated: true })));
  });

  it("puts a call in doubt whose fetch makes that call", async () => {
    const { url: baseUrl } = await startLosing();
    const fetch: Fetch = async () => {
      await getRejection(createPlant({ baseUrl }));
      throw refusal;
    };
    expect(await getRejection(createPlant({ baseUrl, fetch }))).toMatchObject({
      cause: refusal,
      mayHaveBeenCreated: true,
    });
  });

  it("puts a call in doubt whose fetch makes that call before its own request", async () => {
    const { url } = await startLosing();
    const fetch: Fetch = (...request) => {
      getRejection(createPlant({ baseUrl: url }));
      return nodeFetch(...request);
    };
    const error = await getRejection(createPlant({ baseUrl: await startBlackHole(), fetch, timeoutMs: 500 }));
    expect(error).toMatchObject({ name: "PlantStoreTimeoutError", mayHaveBeenCreated: true });
  });

  it("puts no call in doubt whose fetch makes a call to another path", async () => {
    const { url } = await startLosing();
    const fetch: Fetch = (...request) => {
      getRejection(createPlant({ baseUrl: `${url}/v2` }));
      return nodeFetch(...request);
    };
    const error = await getRejection(createPlant({ baseUrl: await startBlackHole(), fetch, timeoutMs: 500 }));
    expect(error).toMatchObject({ name: "PlantStoreTimeoutError", mayHaveBeenCreated: false });
  });

  it("puts no call in doubt that has a request of its own, though another of them was refused", async () => {
    const [refusing, { url: baseUrl }] = [await closedUrl(), await startLosing()];
    const controller = new AbortController();
    const refused = deferred();
    const fetch: Fetch = (url, init) => {
      nodeFetch(`${refusing}/plants`, init).catch(() => refused.resolve());
      return nodeFetch(url, init);
    };
    const connecting = getRejection(
      createPlant({ baseUrl: await startBlackHole(), fetch }, { signal: controller.signal }),
    );
    await refused.promise;
    await getRejection(createPlant({ baseUrl }));
    controller.abort();
    expect(await connecting).toMatchObject({ name: "AbortError", mayHaveBeenCreated: false });
  });

  it("puts no call in doubt that has a request of its own", async () => {
    const controller = new AbortController();
    const connecting = getRejection(createPlant({ baseUrl: await startBlackHole() }, { signal: controller.signal }));
    const { url: baseUrl } = await startLosing();
    expect(await getRejection(createPlant({ baseUrl }))).toMatchObject({ mayHaveBeenCreated: true });
    controller.abort();
    expect(await connecting).toMatchObject({ mayHaveBeenCreated: false });
  });
});

describe("requests of other code cost each call that waits once", () => {
  const COUNT = 200;

  /** Publishes requests of other code, and returns how often one was compared with a call. */
  function countComparisons(names: readonly string[]): number {
    let comparisons = 0;
    for (let index = 0; index < COUNT; index++) {
      const request = {
        get method() {
          comparisons += 1;
          return "POST";
        },
        path: "/plants",
      };
      for (const name of names) {
        channel(name).publish({ request, error: refusal });
      }
    }
    return comparisons;
  }

  it.each<[string, () => Promise<Fetch>]>([
    ["before their requests are made", async () => () => never],
    [
      "while they connect",
      async () => {
        const hole = await startBlackHole();
        return (_, init) => nodeFetch(`${hole}/plants`, init);
      },
    ],
  ])("%s", async (_, createFetch) => {
    const fetch = await createFetch();
    const controller = new AbortController();
    const calls = Array.from({ length: COUNT }, () =>
      getRejection(createPlant({ fetch }, { signal: controller.signal })),
    );
    await new Promise(setImmediate);
    expect(countComparisons(["undici:request:create"])).toBe(COUNT);
    expect(countComparisons(["undici:request:create", "undici:client:sendHeaders"])).toBe(COUNT);
    expect(countComparisons(["undici:request:create", "undici:client:sendHeaders"])).toBe(0);
    controller.abort();
    await Promise.all(calls);
  });
});

it("each of sixty calls at once knows its own request", async () => {
  const { url: losing } = await startLosing();
  const refusing = await closedUrl();
  const targets = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? losing : refusing));
  const errors = await Promise.all(targets.map((baseUrl) => getRejection(createPlant({ baseUrl }))));
  expect(errors).toMatchObject(targets.map((baseUrl) => ({ mayHaveBeenCreated: baseUrl === losing })));
});

it("a call that is written doesn't put another one to the same host in doubt", async () => {
  const { url: baseUrl } = await startLosing();
  const controller = new AbortController();
  const abort = () => controller.abort();
  subscribe("undici:client:sendHeaders", abort);
  onTestFinished(() => void unsubscribe("undici:client:sendHeaders", abort));
  const written = getRejection(createPlant({ baseUrl }));
  const aborted = getRejection(createPlant({ baseUrl }, { signal: controller.signal }));
  expect(await written).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  expect(await aborted).toMatchObject({ name: "AbortError", attempts: 1, mayHaveBeenCreated: false });
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
});
