import nodeHttp from "node:http";
import { HttpResponse, http } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listening } from "../support/listening.ts";

const baseUrl = "https://plants.example.com/v1";
const newPlant = { id: 9007199254740993n, name: "Fern" };

function listen(...handlers: Parameters<typeof setupServer>): SetupServer {
  const server = setupServer(...handlers);
  server.listen(offline);
  onTestFinished(() => server.close());
  return server;
}

const createTestClient = (url: string) => createPlantStoreClient({ baseUrl: url, token: "secret" });

/** `offline` prints what it blocks. */
function silenceErrors() {
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  return print;
}

describe("createHandlers", () => {
  it("responds under any base URL by default, also to a client that was created before MSW started (I2)", async () => {
    const clients = ["https://one.example.com", "http://two.example.com:8080/a/b/"].map(createTestClient);
    const mock = createPlantStoreMock();
    listen(...createHandlers(mock));
    for (const { createPlant } of clients) {
      expect((await createPlant(newPlant)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual([
      "https://one.example.com/plants",
      "http://two.example.com:8080/a/b/plants",
    ]);
  });

  it("leaves other requests to other handlers", async () => {
    const mock = createPlantStoreMock({ baseUrl });
    const echo = http.all("*", ({ request }) => HttpResponse.text(`${request.method} ${request.url}`));
    listen(...createHandlers(mock), echo);
    for (const line of [
      `PUT ${baseUrl}/plants`,
      `POST ${baseUrl}/plants/1`,
      "POST https://plants.example.com/plants",
    ]) {
      const [method, url] = line.split(" ") as [string, string];
      expect(await (await fetch(url, { method })).text()).toBe(line);
    }
    expect(mock.requests).toEqual([]);
  });

  it("leaves the request's body to listeners of life-cycle events", async () => {
    const server = listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    const body = new Promise((resolve) => {
      server.events.on("request:match", ({ request }) => resolve(request.text()));
    });
    await createTestClient(baseUrl).createPlant(newPlant);
    expect(await body).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it("ends an aborted request, and MSW prints nothing", async () => {
    const print = silenceErrors();
    const mock = createPlantStoreMock({ baseUrl, delayMs: 1_000_000 });
    listen(...createHandlers(mock));
    const controller = new AbortController();
    const call = createTestClient(baseUrl).createPlant(newPlant, { signal: controller.signal });
    const ended = expect(call).rejects.toThrow("the user left");
    await expect.poll(() => mock.requests.length, { interval: 1 }).toBe(1);
    controller.abort(new Error("the user left"));
    await ended;
    await expect.poll(() => mock.requests[0]?.outcome, { interval: 1 }).toBe("aborted");
    expect(print).not.toHaveBeenCalled();
  });

  it("throws without a mock", () => {
    expect(() => createHandlers(undefined as never)).toThrow(
      new TypeError("createHandlers: pass the mock that createPlantStoreMock returned"),
    );
  });
});

describe("offline", () => {
  const ADVICE = "Add a handler for it, or leave `offline` out.";
  const request = (url: string, method = "GET") => new Request(url, { method });
  const block = (url: string, method?: string) => offline.onUnhandledRequest(request(url, method));
  const frame = (data: { request?: Request; url?: URL }) => offline.onUnhandledFrame({ frame: { data } });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** Returns what is blocked. msw responds with a Response that is thrown. */
  async function blocked(act: () => void): Promise<string | undefined> {
    silenceErrors();
    try {
      act();
      return undefined;
    } catch (response) {
      return JSON.stringify(await (response as Response).json());
    }
  }

  it("blocks every request, even for .json and .png, which msw's own option lets through", async () => {
    silenceErrors();
    const reached: unknown[] = [];
    const target = nodeHttp.createServer((request, response) => {
      reached.push(request.url);
      response.end("reached");
    });
    const url = await listening(target);
    const server = listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    for (const path of ["/plants", "/data.json", "/script.js", "/image.png"]) {
      expect((await fetch(url + path)).status).toBe(500);
    }
    const status = await new Promise((resolve, reject) => {
      nodeHttp.get(`${url}/data.json`, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    expect([status, reached]).toEqual([500, []]);
    server.close();
    expect(await (await fetch(`${url}/data.json`)).text()).toBe("reached");
  });

  const matching =
    'For the Plant Store mock: createPlantStoreMock({ baseUrl: "https://staging.example.com/v2" }), or without a baseUrl, and createHandlers(mock).';

  it.each([
    ["POST", "https://staging.example.com/v2/plants?dry", matching],
    ["POST", "https://staging.example.com/v2/plants", matching],
    ["GET", "https://staging.example.com/v2/plants", ADVICE],
    ["POST", "https://staging.example.com/v2/plants2?next=/plants", ADVICE],
  ])("says what to do, and prints it: %s %s", async (method, url, advice) => {
    const print = silenceErrors();
    listen();
    const message = `Offline: no handler matches ${method} ${url}, so it was not sent. ${advice}`;
    const response = await fetch(url, { method });
    expect([response.status, response.statusText, await response.json()]).toEqual([500, "Offline", { message }]);
    expect(print).toHaveBeenCalledExactlyOnceWith(message);
  });

  it("blocks requests of msw 2 and 3, and WebSockets of msw 3", async () => {
    const url = "https://a.example.com/x.png";
    expect(await blocked(() => block(url))).toContain(`no handler matches GET ${url}, so`);
    expect(await blocked(() => frame({ request: request(url) }))).toContain(`no handler matches GET ${url}, so`);
    const socket = new URL("wss://a.example.com/live");
    expect(await blocked(() => frame({ url: socket }))).toContain(`no handler matches CONNECT ${socket}, so`);
    expect(Object.isFrozen(offline)).toBe(true);
  });

  it("lets a page in a browser load only its own files", async () => {
    const page = "https://app.example.com";
    vi.stubGlobal("location", new URL(`${page}/start`));
    vi.stubGlobal("navigator", { serviceWorker: {} });
    for (const method of ["GET", "HEAD"]) {
      expect(await blocked(() => block(`${page}/app.js`, method))).toBeUndefined();
    }
    expect(await blocked(() => block(`${page}/plants`, "POST"))).toContain("Offline");
    for (const url of ["https://cdn.example.com/app.js", "http://app.example.com/app.js"]) {
      expect(await blocked(() => block(url))).toContain("Offline");
    }
    for (const withoutWorker of [undefined, { userAgent: "Node.js/24" }]) {
      vi.stubGlobal("navigator", withoutWorker);
      expect(await blocked(() => block(`${page}/app.js`))).toContain("Offline");
    }
  });
});
