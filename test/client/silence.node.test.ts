import channels, { type ChannelListener } from "node:diagnostics_channel";
import { createServer, type RequestListener } from "node:http";
import type { CreatePlantOptions, PlantStoreClientOptions } from "plant-store-sdk";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startBlackHole } from "../support/black-hole.ts";
import { deferred } from "../support/deferred.ts";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { closedUrl, listening } from "../support/listening.ts";

const WRITING = ["undici:client:sendHeaders", "undici:request:bodySent"];
const CHANNELS = ["undici:request:create", ...WRITING, "undici:request:error"];
const UNTRIED = "16.8.0";

afterEach(() => {
  vi.unstubAllGlobals();
  // What a process has learned here is nothing to the tests of other files.
  vi.resetModules();
});

/** What a runtime has in place of Node's. */
interface Runtime {
  readonly undici?: string | undefined;
  readonly versions?: object | undefined;
  readonly getBuiltinModule?: ((module: string) => unknown) | undefined;
}

const node = {
  undici: process.versions.undici,
  getBuiltinModule: process.getBuiltinModule as (module: string) => unknown,
};

/** Loads the client as a process that has just started does: it knows nothing of earlier calls. */
async function startProcess(runtime: Runtime = {}) {
  const { undici, getBuiltinModule } = { ...node, ...runtime };
  const versions = "versions" in runtime ? runtime.versions : { ...process.versions, undici };
  const members = { versions: { value: versions }, getBuiltinModule: { value: getBuiltinModule } };
  vi.stubGlobal("process", Object.create(process, members));
  vi.resetModules();
  const { createPlantStoreClient } = await import("plant-store-sdk");
  return (options: Omit<PlantStoreClientOptions, "token">, call?: CreatePlantOptions) =>
    createPlantStoreClient({ token: "a-token", ...options }).createPlant(fern, call);
}

/** Node's modules, where some channels are mute, as after they were renamed. */
function muteChannels(isMute: (channel: string) => boolean): Required<Runtime>["getBuiltinModule"] {
  const listeners = new Map<string, ChannelListener>();
  const subscribe = (channel: string, listener: ChannelListener) => {
    const listen: ChannelListener = (message, name) => !isMute(channel) && listener(message, name);
    listeners.set(channel, listen);
    channels.subscribe(channel, listen);
  };
  const unsubscribe = (channel: string) => channels.unsubscribe(channel, listeners.get(channel) ?? vi.fn());
  return (module) =>
    module === "node:diagnostics_channel" ? { subscribe, unsubscribe } : node.getBuiltinModule(module);
}

const mute = (...muted: readonly string[]) => muteChannels((channel) => muted.includes(channel));

/** A service that does what each of `turns` says, the last one for all further requests, and counts requests. */
async function startService(...turns: readonly RequestListener[]) {
  let requests = 0;
  const baseUrl = await listening(
    createServer((request, response) => {
      const respond = turns[Math.min(requests, turns.length - 1)];
      requests += 1;
      request.resume().on("end", () => respond?.(request, response));
    }),
  );
  return { baseUrl, countRequests: () => requests };
}

const create: RequestListener = (_, response) => response.end('{"name":"Fern"}');
const lose: RequestListener = ({ socket }) => socket.destroy();

const inDoubt = { name: "PlantStoreConnectionError", attempts: 1, mayHaveBeenCreated: true };

describe("where both channels of writing are mute, a lost response", () => {
  it("is in doubt after a first response, and isn't retried", async () => {
    const createPlant = await startProcess({ getBuiltinModule: mute(...WRITING) });
    const { baseUrl, countRequests } = await startService(create, lose);
    await createPlant({ baseUrl });
    expect(await getRejection(createPlant({ baseUrl, retries: 2 }))).toMatchObject(inDoubt);
    expect(countRequests()).toBe(2);
  });

  it("is in doubt from the first call on with an undici that nobody has tried", async () => {
    const createPlant = await startProcess({ undici: UNTRIED, getBuiltinModule: mute(...WRITING) });
    const { baseUrl, countRequests } = await startService(lose);
    expect(await getRejection(createPlant({ baseUrl, retries: 2 }))).toMatchObject(inDoubt);
    expect(countRequests()).toBe(1);
  });
});

describe.each([node.undici, UNTRIED])("with undici %s, a lost response is in doubt", (undici) => {
  it.each<[string, Runtime]>([
    ...CHANNELS.map((channel): [string, Runtime] => [`without ${channel}`, { getBuiltinModule: mute(channel) }]),
    ["when each has another name", { getBuiltinModule: mute(...CHANNELS) }],
  ])("%s", async (_, runtime) => {
    const createPlant = await startProcess({ undici, ...runtime });
    const { baseUrl, countRequests } = await startService(lose, create, lose);
    expect(await getRejection(createPlant({ baseUrl, retries: 2 }))).toMatchObject(inDoubt);
    await createPlant({ baseUrl });
    expect(await getRejection(createPlant({ baseUrl, retries: 2 }))).toMatchObject(inDoubt);
    expect(countRequests()).toBe(3);
  });
});

it("a request that was written without having been made is in doubt, whatever fetch throws", async () => {
  const createPlant = await startProcess({ getBuiltinModule: mute("undici:request:create") });
  const { baseUrl } = await startService(lose);
  const fetch = async (url: string, init: RequestInit) => {
    await getRejection(globalThis.fetch(url, init));
    throw Object.assign(new Error("refused"), { syscall: "connect" });
  };
  expect(await getRejection(createPlant({ baseUrl, fetch }))).toMatchObject(inDoubt);
});

describe("a timeout while connecting", () => {
  const timeOut = async (createPlant: Awaited<ReturnType<typeof startProcess>>) =>
    getRejection(createPlant({ baseUrl: await startBlackHole(), timeoutMs: 200 }));

  it("has sent nothing with an undici that was tried", async () => {
    const createPlant = await startProcess();
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("is in doubt with an undici that nobody has tried, until a response came to a request that was seen", async () => {
    const createPlant = await startProcess({ undici: UNTRIED });
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: true });
    const { baseUrl } = await startService(create);
    await createPlant({ baseUrl });
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("is in doubt for good after a response to a request that wasn't seen", async () => {
    let isMute = true;
    const getBuiltinModule = muteChannels((channel) => isMute && WRITING.includes(channel));
    const createPlant = await startProcess({ getBuiltinModule });
    const { baseUrl } = await startService(create);
    await createPlant({ baseUrl });
    isMute = false;
    await createPlant({ baseUrl });
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: true });
  });

  it("leaves the proof alone when fetch responds by itself while its request connects", async () => {
    const createPlant = await startProcess();
    const baseUrl = await startBlackHole();
    const fetch = async (url: string, init: RequestInit) => {
      globalThis.fetch(url, init).catch(() => {});
      return Response.json({ name: "Fern" });
    };
    expect(await createPlant({ baseUrl, fetch })).toMatchObject({ data: { name: "Fern" } });
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("leaves the proof alone when fetch responds by itself with the URL of the request, as MSW does", async () => {
    const createPlant = await startProcess();
    const baseUrl = await startBlackHole();
    const fetch = async (url: string) => Object.defineProperty(Response.json({ name: "Fern" }), "url", { value: url });
    expect(await createPlant({ baseUrl, fetch })).toMatchObject({ data: { name: "Fern" } });
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("leaves the proof alone when fetch returns nothing, as a stub does", async () => {
    const createPlant = await startProcess();
    const fetch = async () => undefined as unknown as Response;
    await getRejection(createPlant({ baseUrl: await startBlackHole(), fetch }));
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: false });
  });

  it("leaves the proof alone when a refused request is replaced by one to another path", async () => {
    const createPlant = await startProcess();
    const nodeFetch = fetch;
    const { baseUrl } = await startService(create);
    vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
      nodeFetch(url, init).catch(() => nodeFetch(`${baseUrl}/v2/plants`, init)),
    );
    expect(await createPlant({ baseUrl: await closedUrl() })).toMatchObject({ data: { name: "Fern" } });
    vi.stubGlobal("fetch", nodeFetch);
    expect(await timeOut(createPlant)).toMatchObject({ mayHaveBeenCreated: false });
  });
});

const fail = () => {
  throw new Error("not here");
};

describe("a runtime whose channels fail changes no call", () => {
  it.each<[string, Runtime]>([
    ["without undici", { undici: undefined }],
    ["without versions", { versions: undefined }],
    ["without getBuiltinModule", { getBuiltinModule: undefined }],
    ["with a getBuiltinModule that throws, as in Next.js' Edge runtime", { getBuiltinModule: fail }],
    ["with a getBuiltinModule that has no modules", { getBuiltinModule: () => undefined }],
    ["with modules that are empty", { getBuiltinModule: () => ({}) }],
    [
      "with a subscribe that throws",
      {
        getBuiltinModule: (name) =>
          name === "node:diagnostics_channel" ? { subscribe: fail, unsubscribe: fail } : node.getBuiltinModule(name),
      },
    ],
  ])("%s", async (_, runtime) => {
    const createPlant = await startProcess(runtime);
    const { baseUrl } = await startService(create, lose);
    expect(await createPlant({ baseUrl })).toMatchObject({ data: { name: "Fern" } });
    expect(await getRejection(createPlant({ baseUrl }))).toMatchObject(inDoubt);
    const refused = await getRejection(createPlant({ baseUrl: await closedUrl() }));
    expect(refused).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: false });
    const hanging = await getRejection(createPlant({ baseUrl: await startBlackHole(), timeoutMs: 200 }));
    expect(hanging).toMatchObject({ name: "PlantStoreTimeoutError", mayHaveBeenCreated: true });
  });
});

it("an abort stays one when fetch then throws what can't be read", async () => {
  const createPlant = await startProcess();
  const fetch = async (_: string, { signal }: RequestInit) => {
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    throw Object.defineProperty(new Error("no"), "cause", { get: fail });
  };
  const controller = new AbortController();
  const error = getRejection(createPlant({ baseUrl: await closedUrl(), fetch }, { signal: controller.signal }));
  controller.abort();
  expect(await error).toMatchObject({ name: "AbortError", attempts: 1, mayHaveBeenCreated: true });
});

describe("the channels", () => {
  /** What a process has subscribed, with the calls of its timer. */
  async function startCounting() {
    const subscribed: string[] = [];
    const subscribe = vi.fn((channel: string) => void subscribed.push(channel));
    const unsubscribe = (channel: string) => void subscribed.splice(subscribed.indexOf(channel), 1);
    let elapse = () => {};
    const timer = { refresh: vi.fn(), unref: vi.fn(() => timer) };
    const setTimeout = vi.fn((callback: () => void) => {
      elapse = callback;
      return timer;
    });
    const modules: Readonly<Record<string, object>> = {
      "node:timers": { setTimeout },
      "node:diagnostics_channel": { subscribe, unsubscribe },
    };
    const createPlant = await startProcess({ getBuiltinModule: (module) => modules[module] });
    return { createPlant, subscribed, subscribe, setTimeout, timer, elapse: () => elapse() };
  }

  it("stay subscribed for a second after the last attempt, by a timer that keeps no process alive", async () => {
    const { createPlant, subscribed, setTimeout, timer, elapse } = await startCounting();
    const { baseUrl } = await startService(create);
    await createPlant({ baseUrl });
    expect(subscribed).toEqual(CHANNELS);
    expect(setTimeout).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 1_000);
    expect(timer.unref).toHaveBeenCalledOnce();
    expect(timer.refresh).not.toHaveBeenCalled();
    await createPlant({ baseUrl });
    expect(timer.refresh).toHaveBeenCalledOnce();
    elapse();
    expect(subscribed).toEqual([]);
  });

  it("are subscribed once for calls in a row, and again for a later one", async () => {
    const { createPlant, subscribe, subscribed, elapse } = await startCounting();
    const { baseUrl } = await startService(create);
    await createPlant({ baseUrl });
    await createPlant({ baseUrl });
    expect(subscribe).toHaveBeenCalledTimes(CHANNELS.length);
    elapse();
    await createPlant({ baseUrl });
    expect(subscribed).toEqual(CHANNELS);
  });

  it("stay subscribed while an attempt connects", async () => {
    const { createPlant, subscribed, timer, elapse } = await startCounting();
    const controller = new AbortController();
    const aborted = getRejection(createPlant({ baseUrl: await startBlackHole() }, { signal: controller.signal }));
    elapse();
    expect([subscribed, timer.refresh.mock.calls.length]).toEqual([CHANNELS, 1]);
    controller.abort();
    await aborted;
    elapse();
    expect(subscribed).toEqual([]);
  });

  it("are unsubscribed in real time while the timers of a test are fake", async () => {
    const { promise, resolve } = deferred();
    const channels = { subscribe() {}, unsubscribe: resolve };
    const getBuiltinModule = (module: string) =>
      module === "node:diagnostics_channel" ? channels : node.getBuiltinModule(module);
    const createPlant = await startProcess({ getBuiltinModule });
    const { baseUrl } = await startService(create);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await createPlant({ baseUrl });
    await promise;
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["no request", {}],
    ["a request that can't be read", { request: new Proxy({}, { get: fail }) }],
  ])("may publish %s without an effect on a call", async (_, published) => {
    const createPlant = await startProcess();
    const publish = () => CHANNELS.forEach((channel) => void channels.channel(channel).publish(published));
    const { baseUrl } = await startService((...turn) => {
      publish();
      create(...turn);
    });
    const hole = await startBlackHole();
    const hanging = getRejection(createPlant({ baseUrl: hole, timeoutMs: 500 }));
    publish();
    expect(await createPlant({ baseUrl })).toMatchObject({ data: { name: "Fern" } });
    expect(await hanging).toMatchObject({ mayHaveBeenCreated: true });
  });
});
