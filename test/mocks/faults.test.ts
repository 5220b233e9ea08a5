import {
  createPlantStoreClient,
  PlantStoreConnectionError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import type { Fault, PlantCondition, PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { created, post, refused } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';

function send({ fetch, baseUrl }: RunningMock, signal?: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl}/plants`, {
    method: "POST",
    body: FERN,
    headers: { authorization: "Bearer secret-token", "content-type": "application/json" },
    ...(signal && { signal }),
  });
}

const getOutcomes = ({ mock }: RunningMock) => mock.requests.map(({ outcome }) => outcome);

const arrived = (service: RunningMock, count: number) =>
  expect.poll(() => service.mock.requests.length, { interval: 1 }).toBe(count);

describe("mock.fetch before the body is read", () => {
  it("rejects with TypeError when the mock is reset", async () => {
    for (const fault of ["timeout", { delayMs: 1_000_000 }, () => new Promise<never>(() => {})] satisfies Fault[]) {
      const service = await fetchAdapter.start();
      service.mock.failNext(fault);
      const response = send(service);
      expect(getOutcomes(service)).toEqual(["pending"]);
      service.mock.reset();
      await expect(response).rejects.toThrow("fetch failed");
    }
  });

  it("rejects when the signal aborts", async () => {
    const service = await fetchAdapter.start({ delayMs: 1_000_000 });
    const controller = new AbortController();
    const response = send(service, controller.signal);
    expect(getOutcomes(service)).toEqual(["pending"]);
    controller.abort();
    await expect(response).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(getOutcomes(service)).toEqual(["aborted"]);
  });

  it("doesn't record a request that was aborted earlier", async () => {
    const service = await fetchAdapter.start();
    await expect(send(service, AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    expect(service.mock.requests).toEqual([]);
  });
});

describe("a finished wait", () => {
  it("leaves no timer behind", async () => {
    const realSetTimeout = globalThis.setTimeout;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const timers = async (count: number) => {
      while (vi.getTimerCount() < count) {
        await new Promise((resolve) => realSetTimeout(resolve));
      }
    };
    const service = await fetchAdapter.start({ delayMs: 1_000 });
    const controller = new AbortController();
    const passed = send(service);
    await timers(1);
    const aborted = expect(send(service, controller.signal)).rejects.toThrow("the user left");
    await timers(2);
    controller.abort(new Error("the user left"));
    await aborted;
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(getOutcomes(service)).toEqual(["pending", "aborted"]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await passed).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.each(adapters)("$name", ({ start, seesAborts }) => {
  describe("mock.failNext", () => {
    it("responds with an Error and status 400 (I10)", async () => {
      const service = await start();
      service.mock.failNext({ error: -7, message: "no room" });
      expect(await post(service, FERN)).toEqual({
        status: 400,
        contentType: "application/json",
        body: '{"error":-7,"message":"no room"}',
      });
      expect(service.mock.plants.size).toBe(0);
      expect(service.mock.requests).toMatchObject([{ outcome: "fault", status: 400, newPlant: { id: 1n } }]);
    });

    it("responds with an Error and another status", async () => {
      const service = await start();
      service.mock.failNext({ error: 1, message: "later", status: 503 });
      expect(await post(service, FERN)).toEqual({
        status: 503,
        contentType: "application/json",
        body: '{"error":1,"message":"later"}',
      });
    });

    it("closes the connection", async () => {
      const service = await start();
      service.mock.failNext("connection");
      await expect(send(service)).rejects.toThrow(TypeError);
      expect(service.mock.requests).toMatchObject([{ outcome: "fault" }]);
      expect(service.mock.requests[0]).not.toHaveProperty("status");
    });

    it("responds with broken JSON", async () => {
      const service = await start();
      service.mock.failNext("malformed");
      expect(await post(service, FERN)).toEqual(created('{"name":"Monstera'));
      expect(service.mock.plants.size).toBe(0);
    });

    it("responds with an HTML page, as a proxy does", async () => {
      const service = await start();
      service.mock.failNext("html");
      expect(await post(service, FERN)).toEqual({
        status: 502,
        contentType: "text/html; charset=utf-8",
        body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
      });
    });

    it("delays the response", async () => {
      const service = await start({ token: "test-token" });
      service.mock.failNext({ delayMs: 50 }, { delayMs: 1 });
      const late = post(service, FERN);
      await arrived(service, 1);
      expect(getOutcomes(service)).toEqual(["pending"]);
      expect(await late).toEqual(created('{"name":"Fern"}'));
      expect(await post(service, FERN, { authorization: "Bearer wrong" })).toEqual(
        refused("The access token is not valid."),
      );
      expect(getOutcomes(service)).toEqual(["created", "refused"]);
    });

    it("responds with what a function returns for the request", async () => {
      const service = await start();
      service.mock.failNext(async (request) => {
        const seen = [request.method, request.url, request.headers.get("authorization"), await request.text()];
        return Response.json(seen, { status: 418, headers: { "x-seen": "yes" } });
      });
      const response = await send(service);
      expect(response.status).toBe(418);
      expect(response.headers.get("x-seen")).toBe("yes");
      expect(await response.json()).toEqual([
        "POST",
        expect.stringMatching(/^https?:\/\/.+\/v1\/plants$/),
        "Bearer secret-token",
        FERN,
      ]);
      expect(service.mock.requests).toMatchObject([{ outcome: "fault", status: 418 }]);
    });

    it("responds with a function's Response without a body", async () => {
      const service = await start();
      service.mock.failNext(() => new Response(null, { status: 204 }));
      expect(await post(service, FERN)).toEqual({ status: 204, contentType: null, body: "" });
    });

    it.each<[string, { fault?: unknown; token?: PlantStoreMockOptions["token"]; when?: () => never }, string]>([
      [
        "a fault function that throws",
        {
          fault: () => {
            throw new Error("a mistake");
          },
        },
        "The fault function threw: a mistake",
      ],
      [
        "a fault function that rejects",
        { fault: () => Promise.reject("a mistake") },
        "The fault function threw: a mistake",
      ],
      [
        "a fault function that returns a string",
        { fault: () => "no" },
        "The fault function returned an invalid Response: it is of type string",
      ],
      [
        "a fault function that returns nothing",
        { fault: async () => {} },
        "The fault function returned an invalid Response: it is of type undefined",
      ],
      [
        "a fault function that returns an object",
        { fault: () => ({ status: 400 }) },
        "The fault function returned an invalid Response: it is another object",
      ],
      [
        "a fault function that returns a Response whose body was read",
        {
          fault: async () => {
            const response = new Response("read");
            await response.text();
            return response;
          },
        },
        "The fault function returned an invalid Response: its body was already read",
      ],
      [
        "a token function that rejects",
        { token: () => Promise.reject(new Error("a mistake with secret-token")) },
        "The token function threw: a mistake with [redacted]",
      ],
      [
        "a condition that throws",
        {
          when: () => {
            throw new Error("a mistake");
          },
        },
        "A condition of failWhen threw: a mistake",
      ],
    ])("responds with 500 and the reason to %s", async (_, { fault, token = "secret-token", when }, message) => {
      const service = await start({ token });
      if (fault) {
        service.mock.failNext(fault as Fault);
      }
      if (when) {
        service.mock.failWhen(when, "html");
      }
      const response = await send(service);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ error: 500, message });
      expect(service.mock.requests).toMatchObject([{ outcome: "fault", status: 500, response: { status: 500 } }]);
      service.mock.clearFaults();
      service.mock.failNext({ error: 1, message: "works again" });
      expect((await post(service, FERN)).body).toBe('{"error":1,"message":"works again"}');
    });

    it("accepts an object like a Response, as other fetch packages return", async () => {
      const service = await start();
      const foreign = {
        status: 418,
        statusText: "",
        headers: new Map([["x-seen", "yes"]]),
        arrayBuffer: async () => new TextEncoder().encode("short and stout").buffer,
      };
      service.mock.failNext(() => foreign as unknown as Response);
      const response = await send(service);
      expect([response.status, response.headers.get("x-seen"), await response.text()]).toEqual([
        418,
        "yes",
        "short and stout",
      ]);
    });

    it("combines an Error with a status, headers and a delay", async () => {
      const service = await start();
      const headers = { "Retry-After": "2", "content-type": "application/problem+json" };
      service.mock.failNext({ error: 1, message: "busy", status: 503, headers, delayMs: 1 });
      const response = await send(service);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("2");
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.text()).toBe('{"error":1,"message":"busy"}');
    });

    it("delays a named fault", async () => {
      const service = await start();
      service.mock.failNext({ fault: "malformed", delayMs: 50 });
      const late = post(service, FERN);
      await arrived(service, 1);
      expect(getOutcomes(service)).toEqual(["pending"]);
      expect(await late).toEqual(created('{"name":"Monstera'));
      expect(getOutcomes(service)).toEqual(["fault"]);
    });

    it("uses one fault for each request, in order", async () => {
      const service = await start();
      service.mock.failNext({ error: 1, message: "first" }, { error: 2, message: "second" });
      service.mock.failNext({ error: 3, message: "third" });
      const bodies = [];
      for (let i = 0; i < 4; i++) {
        bodies.push((await post(service, FERN)).body);
      }
      expect(bodies).toEqual([
        '{"error":1,"message":"first"}',
        '{"error":2,"message":"second"}',
        '{"error":3,"message":"third"}',
        '{"name":"Fern"}',
      ]);
      expect(getOutcomes(service)).toEqual(["fault", "fault", "fault", "created"]);
    });

    it("precedes credentials, content type and body", async () => {
      const service = await start({ token: "secret" });
      service.mock.failNext("html", "html");
      expect((await post(service, FERN, { authorization: undefined })).status).toBe(502);
      expect((await post(service, "{", { "content-type": "text/plain" })).status).toBe(502);
    });

    it("ignores requests that aren't for the operation", async () => {
      const service = await start();
      const print = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => print.mockRestore());
      service.mock.failNext("html");
      await service.fetch(`${service.baseUrl}/plants`, { method: "GET" }).catch(() => {});
      await service.fetch(`${service.baseUrl}/animals`, { method: "POST" }).catch(() => {});
      expect((await post(service, FERN)).status).toBe(502);
    });
  });

  describe("mock.failWhen", () => {
    const getBody = (id: number | bigint, tag = "indoor") => `{"id":${id},"name":"Fern","tag":"${tag}"}`;
    const failure = (error: number) => ({ error, message: "no" });

    it.each<[string, PlantCondition]>([
      ["a value", { id: 9007199254740993n }],
      ["a function for a field", { id: (id) => id > 9007199254740992n }],
      ["a function for the plant", ({ id, tag }) => id > 13n && tag === "indoor"],
    ])("makes the requests fail whose plant matches %s", async (_, condition) => {
      const service = await start();
      service.mock.failWhen(condition, failure(7));
      expect((await post(service, getBody(9007199254740992n, "wet"))).status).toBe(200);
      for (let i = 0; i < 3; i++) {
        expect((await post(service, getBody(9007199254740993n))).body).toBe('{"error":7,"message":"no"}');
      }
      expect((await post(service, '{"id":"9007199254740993"}')).status).toBe(400);
      expect(getOutcomes(service)).toEqual(["created", "fault", "fault", "fault", "refused"]);
    });

    it("fails as many requests as times says", async () => {
      const service = await start();
      service.mock.failWhen({ tag: "indoor" }, "html", { times: 2 });
      const statuses = [];
      for (let id = 1; id <= 3; id++) {
        statuses.push((await post(service, getBody(id))).status);
      }
      expect(statuses).toEqual([502, 502, 200]);
    });

    it("comes after failNext, in order, and one fault at a time", async () => {
      const service = await start();
      service.mock.failWhen({ tag: "indoor" }, failure(2), { times: 1 });
      service.mock.failWhen({ id: 1n }, failure(3), { times: 1 });
      service.mock.failNext(failure(1));
      const bodies = [];
      for (let i = 0; i < 4; i++) {
        bodies.push((await post(service, getBody(1))).body);
      }
      expect(bodies).toEqual([
        '{"error":1,"message":"no"}',
        '{"error":2,"message":"no"}',
        '{"error":3,"message":"no"}',
        '{"name":"Fern","tag":"indoor"}',
      ]);
    });

    it("precedes credentials", async () => {
      const service = await start({ token: "secret" });
      service.mock.failWhen({ id: 1n }, "html");
      expect((await post(service, getBody(1), { authorization: undefined })).status).toBe(502);
    });
  });

  it("has no faults after clearFaults", async () => {
    const service = await start();
    service.mock.failNext("html", "html");
    service.mock.failWhen({ id: 1n }, "html");
    service.mock.clearFaults();
    expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
  });

  describe("a pending response", () => {
    const waits: [title: string, fault: Fault][] = [
      ["a timeout", "timeout"],
      ["a delay", { delayMs: 1_000_000 }],
      ["a late timeout", { fault: "timeout", delayMs: 1 }],
      ["a late lost connection", { fault: "connection", delayMs: 1_000_000 }],
      ["a function that never resolves", () => new Promise(() => {})],
    ];

    it.each(waits)("loses its connection when the mock is reset: %s", async (_, fault) => {
      const service = await start();
      service.mock.failNext(fault, "html");
      const response = send(service);
      const lost = expect(response).rejects.toThrow(TypeError);
      await arrived(service, 1);
      service.mock.reset();
      await lost;
      expect(service.mock.requests).toEqual([]);
      expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
    });

    it.each(waits)("ends when the request is aborted: %s", async (_, fault) => {
      const service = await start();
      service.mock.failNext(fault);
      const controller = new AbortController();
      const response = send(service, controller.signal);
      const aborted = expect(response).rejects.toThrow("the user left");
      await arrived(service, 1);
      controller.abort(new Error("the user left"));
      await aborted;
      await expect.poll(() => getOutcomes(service), { interval: 1 }).toEqual([seesAborts ? "aborted" : "pending"]);
      expect(service.mock.plants.size).toBe(0);
      expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
    });

    it("loses its connection when the mock is reset: delayMs of the options", async () => {
      const slow = await start({ delayMs: 1_000_000 });
      const lost = expect(send(slow)).rejects.toThrow(TypeError);
      await arrived(slow, 1);
      slow.mock.reset();
      await lost;
    });

    it("loses its connection when the mock is reset: a token function that never resolves", async () => {
      const service = await start({ token: () => new Promise(() => {}) });
      const lost = expect(send(service)).rejects.toThrow(TypeError);
      await arrived(service, 1);
      service.mock.reset();
      await lost;
      expect(service.mock.plants.size).toBe(0);
    });

    it("doesn't delay other requests", async () => {
      const service = await start();
      service.mock.failNext("timeout");
      const lost = expect(send(service)).rejects.toThrow(TypeError);
      await arrived(service, 1);
      expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
      expect(getOutcomes(service)).toEqual(["pending", "created"]);
      service.mock.reset();
      await lost;
    });
  });

  describe("the client", () => {
    const createTestClient = (
      { fetch, baseUrl }: RunningMock,
      options: { retries?: number; timeoutMs?: number } = {},
    ) =>
      createPlantStoreClient({
        baseUrl,
        token: "secret-token",
        fetch: (url, init) => fetch(String(url), init),
        ...options,
      });

    const newPlant = { id: 1, name: "Fern" };

    it.each([
      [
        { error: 5, message: "no" },
        { error: { error: 5, message: "no" }, response: { status: 400 } },
      ],
      [
        { error: 5, message: "no", status: 503 },
        { error: { error: 5, message: "no" }, response: { status: 503 } },
      ],
      [{ delayMs: 1 }, { data: { name: "Fern" }, response: { status: 200 } }],
      [() => Response.json({ name: "Moss", tag: null }), { data: { name: "Moss" }, response: { status: 200 } }],
    ] satisfies [Fault, object][])("returns a result for %o", async (fault, result) => {
      const service = await start();
      service.mock.failNext(fault);
      expect(await createTestClient(service).createPlant(newPlant)).toMatchObject(result);
    });

    it.each([
      ["connection", PlantStoreConnectionError],
      ["timeout", PlantStoreTimeoutError],
      ["malformed", PlantStoreResponseError],
      ["html", PlantStoreResponseError],
      [{ delayMs: 1_000_000 }, PlantStoreTimeoutError],
      [{ fault: "html", delayMs: 1 }, PlantStoreResponseError],
      [() => new Response(null, { status: 204 }), PlantStoreResponseError],
      [() => Response.redirect("https://elsewhere.example.com/"), PlantStoreResponseError],
      [() => Response.error(), PlantStoreConnectionError],
    ] satisfies [Fault, new (...args: never) => Error][])("rejects for %o with %o", async (fault, expected) => {
      const service = await start();
      service.mock.failNext(fault);
      const { createPlant } = createTestClient(service, {
        timeoutMs: expected === PlantStoreTimeoutError ? 100 : 10_000,
      });
      await expect(createPlant(newPlant)).rejects.toThrow(expected);
    });

    it.each([
      ["a lost connection", "connection"],
      ["an HTML page", "html"],
      ["an Error with status 503", { error: 1, message: "busy", status: 503 }],
    ] satisfies [string, Fault][])("retries after %s", async (_, fault) => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0);
      const service = await start();
      service.mock.failNext(fault, fault);
      const { data } = await createTestClient(service, { retries: 2 }).createPlant(newPlant);
      random.mockRestore();
      expect(data).toEqual({ name: "Fern" });
      expect(getOutcomes(service)).toEqual(["fault", "fault", "created"]);
      expect(service.mock.plants.size).toBe(1);
    });

    it("rejects when the faults outlast the retries", async () => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0);
      const service = await start();
      service.mock.failNext("connection", "connection", "connection");
      const call = createTestClient(service, { retries: 1 }).createPlant(newPlant);
      await expect(call).rejects.toThrow(PlantStoreConnectionError);
      random.mockRestore();
      expect(getOutcomes(service)).toEqual(["fault", "fault"]);
    });

    it("doesn't retry after an Error with status 400 or broken JSON", async () => {
      const service = await start();
      const { createPlant } = createTestClient(service, { retries: 5 });
      service.mock.failNext({ error: 1, message: "no" });
      expect((await createPlant(newPlant)).error).toEqual({ error: 1, message: "no" });
      service.mock.failNext("malformed");
      await expect(createPlant(newPlant)).rejects.toThrow(PlantStoreResponseError);
      expect(getOutcomes(service)).toEqual(["fault", "fault"]);
    });
  });
});
