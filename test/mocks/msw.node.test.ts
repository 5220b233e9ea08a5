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
  it("responds to a client that was created before MSW started", async () => {
    const { createPlant } = createTestClient(baseUrl);
    const mock = createPlantStoreMock({ baseUrl });
    listen(...createHandlers(mock));
    expect((await createPlant(newPlant)).data).toEqual({ name: "Fern" });
    expect(mock.plants.all()).toEqual([newPlant]);
  });

  it("responds under any base URL by default (I2)", async () => {
    const mock = createPlantStoreMock();
    listen(...createHandlers(mock));
    for (const url of ["https://one.example.com", "http://two.example.com:8080/a/b/"]) {
      expect((await createTestClient(url).createPlant(newPlant)).data).toEqual({ name: "Fern" });
    }
    expect(mock.requests.map(({ url }) => url)).toEqual([
      "https://one.example.com/plants",
      "http://two.example.com:8080/a/b/plants",
    ]);
  });

  it("leaves other requests to other handlers", async () => {
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

  it("leaves the request's body to listeners of life-cycle events", async () => {
    const server = listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    const bodies: Promise<string>[] = [];
    server.events.on("request:match", ({ request }) => void bodies.push(request.text()));
    server.events.on("response:mocked", ({ request }) => void bodies.push(request.text()));
    const { response } = await createTestClient(baseUrl).createPlant(newPlant);
    expect([response.status, response.statusText]).toEqual([200, "OK"]);
    const body = '{"id":9007199254740993,"name":"Fern"}';
    await expect.poll(() => Promise.allSettled(bodies)).toContainEqual({ status: "fulfilled", value: body });
  });

  it("gives precedence to server.use", async () => {
    const mock = createPlantStoreMock({ baseUrl });
    const server = listen(...createHandlers(mock));
    server.use(http.post(`${baseUrl}/plants`, () => HttpResponse.json({ error: 9, message: "mine" }, { status: 400 })));
    expect((await createTestClient(baseUrl).createPlant(newPlant)).error).toEqual({ error: 9, message: "mine" });
    server.resetHandlers();
    expect((await createTestClient(baseUrl).createPlant(newPlant)).data).toEqual({ name: "Fern" });
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
});

describe("offline", () => {
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

  it("blocks every request, even for .json and .png", async () => {
    silenceErrors();
    const { url, reached } = await startTarget();
    const server = setupServer(...createHandlers(createPlantStoreMock({ baseUrl })));
    server.listen(offline);
    for (const path of ["/plants", "/data.json", "/script.js", "/image.png", "/style.css"]) {
      for (const method of ["GET", "POST", "DELETE"]) {
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
    expect(await (await fetch(`${url}/data.json`)).text()).toBe("reached");
    expect(reached).toEqual(["GET /data.json"]);
  });

  it("says how to match when only the base URL differs", async () => {
    silenceErrors();
    listen(...createHandlers(createPlantStoreMock({ baseUrl })));
    const response = await fetch("https://staging.example.com/v2/plants?dry", { method: "POST", body: "{}" });
    const hint =
      'Offline: no handler matches POST https://staging.example.com/v2/plants?dry, so it was not sent. For the Plant Store mock: createPlantStoreMock({ baseUrl: "https://staging.example.com/v2" }), or without a baseUrl, and createHandlers(mock).';
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ message: hint });
  });

  it("says what to do with any other request, and prints it", async () => {
    const print = silenceErrors();
    listen();
    const message =
      "Offline: no handler matches GET https://staging.example.com/v2/animals, so it was not sent. Add a handler for it, or leave `offline` out.";
    expect(await (await fetch("https://staging.example.com/v2/animals")).json()).toMatchObject({ message });
    expect(print).toHaveBeenCalledExactlyOnceWith(message);
  });

  describe("as msw calls it", () => {
    const request = (url: string, method = "GET") => new Request(url, { method });
    const frame = (data: { request?: Request; url?: URL }) => ({ frame: { data } });

    afterEach(() => {
      vi.unstubAllGlobals();
    });

    /** msw responds with a Response that is thrown. */
    const blocked = async (block: () => void) => {
      silenceErrors();
      try {
        block();
      } catch (response) {
        return response instanceof Response && `${response.status} ${(await response.json()).message}`;
      }
      return "not blocked";
    };

    it.each([
      ["a request (msw 2)", () => offline.onUnhandledRequest(request("https://a.example.com/x.png"))],
      ["a frame (msw 3)", () => offline.onUnhandledFrame(frame({ request: request("https://a.example.com/x.png") }))],
    ])("blocks %s", async (_, block) => {
      expect(await blocked(block)).toContain("500 Offline: no handler matches GET https://a.example.com/x.png");
    });

    it("blocks a WebSocket (msw 3)", async () => {
      const block = () => offline.onUnhandledFrame(frame({ url: new URL("wss://a.example.com/live") }));
      expect(await blocked(block)).toContain("Offline: no handler matches CONNECT wss://a.example.com/live");
    });

    it("lets a page in a browser load only its own files", async () => {
      vi.stubGlobal("navigator", { serviceWorker: {} });
      vi.stubGlobal("location", new URL("https://app.example.com/start"));
      const block = (url: string, method?: string) => blocked(() => offline.onUnhandledRequest(request(url, method)));
      expect(await block("https://app.example.com/assets/app.js")).toBe("not blocked");
      expect(await block("https://app.example.com/assets/app.js", "HEAD")).toBe("not blocked");
      expect(await block("https://app.example.com/plants", "POST")).toContain("Offline");
      expect(await block("https://cdn.example.com/app.js")).toContain("Offline");
      expect(await block("http://app.example.com/app.js")).toContain("Offline");
    });

    it("blocks in Node with a navigator, and on a page without workers", async () => {
      vi.stubGlobal("location", new URL("https://app.example.com/start"));
      for (const navigator of [undefined, { userAgent: "Node.js/24" }]) {
        vi.stubGlobal("navigator", navigator);
        expect(await blocked(() => offline.onUnhandledRequest(request("https://app.example.com/app.js")))).toContain(
          "Offline",
        );
      }
    });

    it("is frozen", () => {
      expect(Object.isFrozen(offline)).toBe(true);
    });
  });
});

it("throws without a mock", () => {
  expect(() => createHandlers(undefined as never)).toThrow(
    new TypeError("createHandlers: pass the mock that createPlantStoreMock returned"),
  );
});
