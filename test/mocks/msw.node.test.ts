import { HttpHandler, HttpResponse, http } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";

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
  it.each(["https://one.example.com", "http://two.example.com:8080/a/b"])(
    "responds under any base URL by default: %s (I2)",
    async (url) => {
      listen(...createHandlers(createPlantStoreMock()));
      const { data } = await createTestClient(url).createPlant(newPlant);
      expect(data).toEqual({ name: "Fern" });
    },
  );

  it.each([
    ["PUT", `${baseUrl}/plants`],
    ["POST", `${baseUrl}/plants/1`],
    ["POST", "https://plants.example.com/plants"],
  ])("leaves other requests to other handlers: %s %s", async (method, url) => {
    listen(
      ...createHandlers(createPlantStoreMock({ baseUrl })),
      http.all("*", () => HttpResponse.text("other")),
    );
    expect(await (await fetch(url, { method })).text()).toBe("other");
  });

  it("leaves the request's body to listeners of life-cycle events", async () => {
    const server = listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    const body = new Promise((resolve) => {
      server.events.on("request:match", ({ request }) => resolve(request.text()));
    });
    await createTestClient(baseUrl).createPlant(newPlant);
    expect(await body).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it("lets a page of another origin send a request, as XMLHttpRequest in jsdom asks", async () => {
    listen(...createHandlers(createPlantStoreMock()));
    const origin = "https://app.example.com";
    const asked = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,x-mock-fault",
    };
    const preflight = await fetch(`${baseUrl}/plants`, { method: "OPTIONS", headers: asked });
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization,x-mock-fault");
    const response = await fetch(`${baseUrl}/plants`, { method: "POST", headers: { origin } });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  });

  it("leaves an OPTIONS request that is no preflight to other handlers", async () => {
    listen(
      ...createHandlers(createPlantStoreMock()),
      http.all("*", () => HttpResponse.text("other")),
    );
    expect(await (await fetch(`${baseUrl}/plants`, { method: "OPTIONS" })).text()).toBe("other");
  });

  // Before 2.11, MSW doesn't wait for a promise, and takes it for a match.
  it.each([
    ["POST", "/plants", true],
    ["GET", "/plants", false],
  ])("decides at once whether a request is for the operation: %s %s", (method, path, isMatch) => {
    const [handler] = createHandlers(createPlantStoreMock({ baseUrl }));
    const request = new Request(baseUrl + path, { method });
    expect(handler?.predicate({ request } as never)).toBe(isMatch);
  });

  it("makes MSW print nothing when a request is aborted", async () => {
    const print = silenceErrors();
    const mock = createPlantStoreMock({ baseUrl, delayMs: 1_000_000 });
    listen(...createHandlers(mock));
    const controller = new AbortController();
    const ended = createTestClient(baseUrl)
      .createPlant(newPlant, { signal: controller.signal })
      .catch(() => "aborted");
    await expect.poll(() => mock.requests.length, { interval: 1 }).toBe(1);
    controller.abort();
    await ended;
    await expect.poll(() => mock.requests[0]?.outcome, { interval: 1 }).toBe("aborted");
    await new Promise(setImmediate); // MSW prints after the outcome
    expect(print).not.toHaveBeenCalled();
  });

  it("are listed with their methods and paths", () => {
    const handlers = listen(...createHandlers(createPlantStoreMock({ baseUrl }))).listHandlers();
    const headers = handlers.map((handler) => handler instanceof HttpHandler && handler.info.header);
    expect(headers).toEqual(expect.arrayContaining(["POST */plants", "OPTIONS */plants"]));
  });

  it("takes a copy of a mock", async () => {
    listen(...createHandlers({ ...createPlantStoreMock({ baseUrl }) }));
    expect((await createTestClient(baseUrl).createPlant(newPlant)).data).toEqual({ name: "Fern" });
  });

  it("throws a TypeError without a mock", () => {
    const message = "createHandlers: pass the mock that createPlantStoreMock returned";
    expect(() => createHandlers(undefined as never)).toThrow(new TypeError(message));
  });
});

describe("offline", () => {
  const HANDLER = "Add a handler for it, or leave `offline` out.";
  const MOCK =
    'To mock the Plant Store, add createHandlers(createPlantStoreMock({ baseUrl: "https://staging.example.com/v2" })).';

  // msw's own "error" lets requests for files through.
  it.each([
    ["POST", "https://staging.example.com/v2/plants?dry", MOCK],
    ["POST", "https://staging.example.com/v2/plants", MOCK],
    ["GET", "https://staging.example.com/v2/plants", HANDLER],
    ["POST", "https://staging.example.com/v2/plants2?next=/plants", HANDLER],
    ["GET", "https://staging.example.com/data.json", HANDLER],
  ])("blocks a request with advice: %s %s", async (method, url, advice) => {
    const print = silenceErrors();
    listen();
    const response = await fetch(url, { method });
    const message = `Offline: no handler matches ${method} ${url}, so it was not sent. ${advice}`;
    expect(print.mock.calls[0]).toEqual([message]);
    expect([response.status, response.statusText]).toEqual([500, "Offline"]);
    expect(await response.json()).toEqual({ message });
  });

  /** Returns why `act` is blocked. msw responds with a Response that is thrown. */
  async function blocked(act: () => void): Promise<string | undefined> {
    silenceErrors();
    try {
      act();
      return undefined;
    } catch (response) {
      return (await (response as Response).json()).message;
    }
  }

  it("blocks a request of msw 3", async () => {
    const request = new Request("https://a.example.com/x.png");
    const message = await blocked(() => offline.onUnhandledFrame({ frame: { data: { request } } }));
    expect(message).toContain("no handler matches GET https://a.example.com/x.png, so");
  });

  it("blocks a WebSocket of msw 3", async () => {
    const url = new URL("wss://a.example.com/live");
    const message = await blocked(() => offline.onUnhandledFrame({ frame: { data: { url } } }));
    expect(message).toContain("no handler matches CONNECT wss://a.example.com/live, so");
  });

  function blockedInPage(navigator: object | undefined, method: string, url: string) {
    vi.stubGlobal("location", new URL("https://app.example.com/start"));
    vi.stubGlobal("navigator", navigator);
    onTestFinished(() => void vi.unstubAllGlobals());
    return blocked(() => offline.onUnhandledRequest(new Request(url, { method })));
  }

  it.each(["GET", "HEAD"])("lets a page in a browser load its own files: %s", async (method) => {
    expect(await blockedInPage({ serviceWorker: {} }, method, "https://app.example.com/app.js")).toBeUndefined();
  });

  it.each<[title: string, navigator: object | undefined, method: string, url: string]>([
    ["another method", { serviceWorker: {} }, "POST", "https://app.example.com/plants"],
    ["another origin", { serviceWorker: {} }, "GET", "https://cdn.example.com/app.js"],
    ["Node 20", undefined, "GET", "https://app.example.com/app.js"],
    ["Node 24", { userAgent: "Node.js/24" }, "GET", "https://app.example.com/app.js"],
  ])("blocks what isn't a page's own file: %s", async (_, navigator, method, url) => {
    expect(await blockedInPage(navigator, method, url)).toContain(`no handler matches ${method} ${url}, so`);
  });
});
