import { HttpResponse, http } from "msw";
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
  it("responds under any base URL by default, also to a client that was created before MSW started (I2)", async () => {
    const baseUrls = ["https://one.example.com", "http://two.example.com:8080/a/b"];
    const clients = baseUrls.map(createTestClient);
    const mock = createPlantStoreMock();
    listen(...createHandlers(mock));
    for (const { createPlant } of clients) {
      expect((await createPlant(newPlant)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual(baseUrls.map((url) => `${url}/plants`));
  });

  it.each([
    ["PUT", `${baseUrl}/plants`],
    ["POST", `${baseUrl}/plants/1`],
    ["POST", "https://plants.example.com/plants"],
  ])("leaves other requests to other handlers: %s %s", async (method, url) => {
    const mock = createPlantStoreMock({ baseUrl });
    listen(
      ...createHandlers(mock),
      http.all("*", () => HttpResponse.text("other")),
    );
    expect(await (await fetch(url, { method })).text()).toBe("other");
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
    const ended = expect(call).rejects.toThrow("was aborted");
    await expect.poll(() => mock.requests.length, { interval: 1 }).toBe(1);
    controller.abort(new Error("the user left"));
    await ended;
    await expect.poll(() => mock.requests[0]?.outcome, { interval: 1 }).toBe("aborted");
    await new Promise(setImmediate); // MSW prints after the outcome
    expect(print).not.toHaveBeenCalled();
  });

  it("throws without a mock", () => {
    const message = "createHandlers: pass the mock that createPlantStoreMock returned";
    expect(() => createHandlers(undefined as never)).toThrow(new TypeError(message));
  });
});

describe("offline", () => {
  const HANDLER = "Add a handler for it, or leave `offline` out.";
  const MOCK =
    'For the Plant Store mock: createPlantStoreMock({ baseUrl: "https://staging.example.com/v2" }), or without a baseUrl, and createHandlers(mock).';

  // msw's own "error" lets requests for files through.
  it.each([
    ["POST", "https://staging.example.com/v2/plants?dry", MOCK],
    ["POST", "https://staging.example.com/v2/plants", MOCK],
    ["GET", "https://staging.example.com/v2/plants", HANDLER],
    ["POST", "https://staging.example.com/v2/plants2?next=/plants", HANDLER],
    ["GET", "https://staging.example.com/data.json", HANDLER],
  ])("blocks every request, and says what to do: %s %s", async (method, url, advice) => {
    const print = silenceErrors();
    listen();
    const message = `Offline: no handler matches ${method} ${url}, so it was not sent. ${advice}`;
    const response = await fetch(url, { method });
    expect([response.status, response.statusText, await response.json()]).toEqual([500, "Offline", { message }]);
    expect(print).toHaveBeenCalledExactlyOnceWith(message);
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

  it("blocks requests of msw 2 and 3, and WebSockets of msw 3", async () => {
    const request = new Request("https://a.example.com/x.png");
    const url = new URL("wss://a.example.com/live");
    const expected = expect.stringContaining("no handler matches GET https://a.example.com/x.png, so");
    expect(await blocked(() => offline.onUnhandledRequest(request))).toEqual(expected);
    expect(await blocked(() => offline.onUnhandledFrame({ frame: { data: { request } } }))).toEqual(expected);
    const socket = await blocked(() => offline.onUnhandledFrame({ frame: { data: { url } } }));
    expect(socket).toContain("no handler matches CONNECT wss://a.example.com/live, so");
    expect(Object.isFrozen(offline)).toBe(true);
  });

  it.each<[navigator: object | undefined, method: string, url: string, loads: boolean]>([
    [{ serviceWorker: {} }, "GET", "https://app.example.com/app.js", true],
    [{ serviceWorker: {} }, "HEAD", "https://app.example.com/app.js", true],
    [{ serviceWorker: {} }, "POST", "https://app.example.com/plants", false],
    [{ serviceWorker: {} }, "GET", "https://cdn.example.com/app.js", false],
    [undefined, "GET", "https://app.example.com/app.js", false],
    [{ userAgent: "Node.js/24" }, "GET", "https://app.example.com/app.js", false],
  ])("lets a page in a browser load only its own files: %j, %s %s", async (navigator, method, url, loads) => {
    vi.stubGlobal("location", new URL("https://app.example.com/start"));
    vi.stubGlobal("navigator", navigator);
    onTestFinished(() => void vi.unstubAllGlobals());
    const message = await blocked(() => offline.onUnhandledRequest(new Request(url, { method })));
    expect(message === undefined).toBe(loads);
  });
});
