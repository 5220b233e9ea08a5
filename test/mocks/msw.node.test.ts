import nodeHttp from "node:http";
import type { AddressInfo } from "node:net";
import { HttpResponse, http } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";

const baseUrl = "https://plants.example.com/v1";
const newPlant = { id: 9007199254740993n, name: "Fern" };

/** Intercepts until the test is over. */
function listen(...handlers: Parameters<typeof setupServer>): SetupServer {
  const server = setupServer(...handlers);
  server.listen(offline);
  onTestFinished(() => server.close());
  return server;
}

const clientOf = (url: string) => createPlantStoreClient({ baseUrl: url, token: "secret" });

/** MSW prints the error of a callback that blocks a request. */
function silenceErrors() {
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  return print;
}

describe("createHandlers", () => {
  it("serves a client that was made before MSW was started", async () => {
    const { createPlant } = clientOf(baseUrl);
    const mock = createPlantStoreMock({ baseUrl });
    listen(...createHandlers(mock));
    expect((await createPlant(newPlant)).data).toEqual({ name: "Fern" });
    expect(mock.plants.all()).toEqual([newPlant]);
  });

  it("serves any place where no baseUrl is given (I2)", async () => {
    const mock = createPlantStoreMock();
    listen(...createHandlers(mock));
    for (const url of ["https://one.example.com", "http://two.example.com:8080/a/b/"]) {
      expect((await clientOf(url).createPlant(newPlant)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual([
      "https://one.example.com/plants",
      "http://two.example.com:8080/a/b/plants",
    ]);
  });

  it("leaves all else to other handlers", async () => {
    const mock = createPlantStoreMock({ baseUrl });
    listen(
      ...createHandlers(mock),
      http.all("*", ({ request }) => HttpResponse.text(`${request.method} ${request.url}`)),
    );
    for (const [method, url] of [
      ["GET", `${baseUrl}/plants`],
      ["PUT", `${baseUrl}/plants`],
      ["POST", `${baseUrl}/plants/1`],
      ["POST", `${baseUrl}/plant`],
      ["POST", "https://plants.example.com/plants"],
      ["POST", "http://plants.example.com/v1/plants"],
      ["POST", "https://plants.example.com:8443/v1/plants"],
    ] as const) {
      const response = await fetch(url, { method });
      expect(await response.text()).toBe(`${method} ${url}`);
    }
    expect(mock.requests).toEqual([]);
  });

  it("gives way to a handler of the test's own", async () => {
    const mock = createPlantStoreMock({ baseUrl });
    const server = listen(...createHandlers(mock));
    server.use(http.post(`${baseUrl}/plants`, () => HttpResponse.json({ error: 9, message: "mine" }, { status: 400 })));
    expect((await clientOf(baseUrl).createPlant(newPlant)).error).toEqual({ error: 9, message: "mine" });
    server.resetHandlers();
    expect((await clientOf(baseUrl).createPlant(newPlant)).data).toEqual({ name: "Fern" });
  });

  it("keeps mocks with base URLs of their own apart, at the same time", async () => {
    const places = Array.from({ length: 20 }, (_, i) => `https://plants.example.com/v${i}`);
    const mocks = places.map((place) => createPlantStoreMock({ baseUrl: place }));
    listen(...mocks.flatMap(createHandlers));
    await Promise.all(
      places.flatMap((place, i) =>
        Array.from({ length: 10 }, (_, id) => clientOf(place).createPlant({ id, name: `Plant of ${i}` })),
      ),
    );
    for (const [i, mock] of mocks.entries()) {
      expect(mock.plants.size).toBe(10);
      expect(new Set(mock.plants.all().map(({ name }) => name))).toEqual(new Set([`Plant of ${i}`]));
    }
  });

  it("ends an intercepted request at its abort, without a word from MSW", async () => {
    const print = silenceErrors();
    const mock = createPlantStoreMock({ baseUrl, delayMs: 1_000_000 });
    listen(...createHandlers(mock));
    const controller = new AbortController();
    const given = clientOf(baseUrl).createPlant(newPlant, { signal: controller.signal });
    const ended = expect(given).rejects.toThrow("the user left");
    await expect.poll(() => mock.requests.length, { interval: 1 }).toBe(1);
    controller.abort(new Error("the user left"));
    await ended;
    await expect.poll(() => mock.requests[0]?.outcome, { interval: 1 }).toBe("aborted");
    expect(print).not.toHaveBeenCalled();
  });
});

describe("offline", () => {
  /** A server on a real socket, which counts what reaches it. */
  async function startTarget(): Promise<{ url: string; reached: string[] }> {
    const reached: string[] = [];
    const target = nodeHttp.createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.end("reached");
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      target.closeAllConnections();
      target.close();
    });
    return { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}`, reached };
  }

  it("lets nothing leave, not even what looks like an asset", async () => {
    silenceErrors();
    const { url, reached } = await startTarget();
    const server = setupServer(...createHandlers(createPlantStoreMock({ baseUrl })));
    server.listen(offline);
    for (const path of [
      "/",
      "/plants",
      "/data.json",
      "/script.js",
      "/image.png",
      "/page.html",
      "/style.css",
      "/font.woff2",
    ]) {
      for (const method of ["GET", "POST", "HEAD", "PUT", "DELETE"]) {
        const response = await fetch(url + path, { method, headers: { authorization: "Bearer secret" } });
        expect(response.status).toBe(500);
      }
    }
    const status = await new Promise((resolve, reject) => {
      nodeHttp.get(`${url}/data.json`, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    expect(status).toBe(500);
    expect(reached).toEqual([]);
    server.close();
    // The target can be reached: it was offline that kept them back.
    expect(await (await fetch(`${url}/data.json`)).text()).toBe("reached");
    expect(reached).toEqual(["GET /data.json"]);
  });

  it("tells how to make the mock match where a request misses it by its base URL", async () => {
    silenceErrors();
    listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    const response = await fetch("https://staging.example.com/v2/plants?dry", { method: "POST", body: "{}" });
    const hint =
      'Offline: no handler takes POST https://staging.example.com/v2/plants?dry, so it was not sent. For the Plant Store mock: createPlantStoreMock({ baseUrl: "https://staging.example.com/v2" }), or without a baseUrl, and createHandlers(mock).';
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ message: hint });
  });

  it("tells what to do with any other request", async () => {
    silenceErrors();
    listen();
    const response = await fetch("https://staging.example.com/v2/animals");
    expect(await response.json()).toMatchObject({
      message:
        "Offline: no handler takes GET https://staging.example.com/v2/animals, so it was not sent. Add a handler for it, or leave `offline` out.",
    });
  });

  it("tells the client's user of the hint", async () => {
    silenceErrors();
    listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    const given = clientOf("https://staging.example.com").createPlant(newPlant);
    await expect(given).rejects.toThrow("For the Plant Store mock: createPlantStoreMock({ baseUrl:");
  });

  describe("as msw calls it", () => {
    const request = (url: string, method = "GET") => new Request(url, { method });
    const frame = (data: { request?: Request; url?: URL }) => ({ frame: { data } });

    afterEach(() => {
      vi.unstubAllGlobals();
    });

    it.each([
      ["a request (msw 2)", () => offline.onUnhandledRequest(request("https://a.example.com/x.png"))],
      ["a frame (msw 3)", () => offline.onUnhandledFrame(frame({ request: request("https://a.example.com/x.png") }))],
    ])("blocks %s", (_, block) => {
      expect(block).toThrow("Offline: no handler takes GET https://a.example.com/x.png");
    });

    it("blocks a WebSocket (msw 3)", () => {
      const block = () => offline.onUnhandledFrame(frame({ url: new URL("wss://a.example.com/live") }));
      expect(block).toThrow("Offline: no handler takes CONNECT wss://a.example.com/live");
    });

    it("lets a page in a browser load its own files, and nothing else", () => {
      vi.stubGlobal("navigator", { serviceWorker: {} });
      vi.stubGlobal("location", new URL("https://app.example.com/start"));
      const block = (url: string, method?: string) => () => offline.onUnhandledRequest(request(url, method));
      expect(block("https://app.example.com/assets/app.js")).not.toThrow();
      expect(block("https://app.example.com/assets/app.js", "HEAD")).not.toThrow();
      expect(block("https://app.example.com/plants", "POST")).toThrow("Offline");
      expect(block("https://cdn.example.com/app.js")).toThrow("Offline");
      expect(block("http://app.example.com/app.js")).toThrow("Offline");
    });

    it("takes Node with a navigator, and a page without workers, for no browser", () => {
      vi.stubGlobal("location", new URL("https://app.example.com/start"));
      for (const navigator of [undefined, { userAgent: "Node.js/24" }]) {
        vi.stubGlobal("navigator", navigator);
        expect(() => offline.onUnhandledRequest(request("https://app.example.com/app.js"))).toThrow("Offline");
      }
    });

    it("can't be changed", () => {
      expect(Object.isFrozen(offline)).toBe(true);
    });
  });
});
