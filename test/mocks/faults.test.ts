import {
  createPlantStoreClient,
  PlantStoreConnectionError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import type { Fault, PlantStoreMockOptions } from "plant-store-sdk/mocks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { created, post, refused } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';

/** A request to the operation that can be given up. */
function send({ fetch, baseUrl }: RunningMock, signal?: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl}/plants`, {
    method: "POST",
    body: FERN,
    headers: { authorization: "Bearer secret-token", "content-type": "application/json" },
    ...(signal && { signal }),
  });
}

const outcomesOf = ({ mock }: RunningMock) => mock.requests.map(({ outcome }) => outcome);

/** Until so many requests have arrived. */
const arrived = (service: RunningMock, count: number) =>
  expect.poll(() => service.mock.requests.length, { interval: 1 }).toBe(count);

describe("mock.fetch, while the body is still read", () => {
  it("loses the connection at a reset", async () => {
    for (const fault of ["timeout", { delayMs: 1_000_000 }, () => new Promise<never>(() => {})] satisfies Fault[]) {
      const service = await fetchAdapter.start();
      service.mock.failNext(fault);
      const answer = send(service);
      expect(outcomesOf(service)).toEqual(["pending"]);
      service.mock.reset();
      await expect(answer).rejects.toThrow("fetch failed");
    }
  });

  it("ends at an abort", async () => {
    const service = await fetchAdapter.start({ delayMs: 1_000_000 });
    const controller = new AbortController();
    const answer = send(service, controller.signal);
    expect(outcomesOf(service)).toEqual(["pending"]);
    controller.abort();
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(outcomesOf(service)).toEqual(["aborted"]);
  });

  it("records nothing of a request that was aborted before", async () => {
    const service = await fetchAdapter.start();
    await expect(send(service, AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    expect(service.mock.requests).toEqual([]);
  });
});

describe("a wait that is over", () => {
  it("leaves no timer behind, however it ended", async () => {
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
    expect(outcomesOf(service)).toEqual(["pending", "aborted"]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await passed).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.each(adapters)("$name", ({ start, hearsAborts }) => {
  describe("mock.failNext", () => {
    it("gives an Error, with status 400 (I10)", async () => {
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

    it("gives an Error with another status", async () => {
      const service = await start();
      service.mock.failNext({ error: 1, message: "later", status: 503 });
      expect(await post(service, FERN)).toEqual({
        status: 503,
        contentType: "application/json",
        body: '{"error":1,"message":"later"}',
      });
    });

    it("loses the connection", async () => {
      const service = await start();
      service.mock.failNext("connection");
      await expect(send(service)).rejects.toThrow(TypeError);
      expect(service.mock.requests).toMatchObject([{ outcome: "fault" }]);
      expect(service.mock.requests[0]).not.toHaveProperty("status");
    });

    it("gives broken JSON of the announced type", async () => {
      const service = await start();
      service.mock.failNext("malformed");
      expect(await post(service, FERN)).toEqual(created('{"name":"Monstera'));
      expect(service.mock.plants.size).toBe(0);
    });

    it("gives a page of HTML, as a proxy does", async () => {
      const service = await start();
      service.mock.failNext("html");
      expect(await post(service, FERN)).toEqual({
        status: 502,
        contentType: "text/html; charset=utf-8",
        body: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
      });
    });

    it("gives the right answer late", async () => {
      const service = await start({ token: "test-token" });
      service.mock.failNext({ delayMs: 200 }, { delayMs: 1 });
      const late = post(service, FERN);
      await arrived(service, 1);
      expect(outcomesOf(service)).toEqual(["pending"]);
      expect(await late).toEqual(created('{"name":"Fern"}'));
      expect(await post(service, FERN, { authorization: "Bearer wrong" })).toEqual(
        refused("The access token is not valid."),
      );
      expect(outcomesOf(service)).toEqual(["created", "refused"]);
    });

    it("gives what a function makes of the request, which it can read", async () => {
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

    it("gives a function's answer without a body", async () => {
      const service = await start();
      service.mock.failNext(() => new Response(null, { status: 204 }));
      expect(await post(service, FERN)).toEqual({ status: 204, contentType: null, body: "" });
    });

    it.each([
      [
        "a fault's function that throws",
        {
          fault: () => {
            throw new Error("a mistake in the test");
          },
        },
      ],
      ["a fault's function that rejects", { fault: () => Promise.reject(new Error("a mistake in the test")) }],
      ["a token function that rejects", { token: () => Promise.reject(new Error("a mistake in the test")) }],
    ] satisfies [string, { fault?: Fault; token?: PlantStoreMockOptions["token"] }][])(
      "tells of %s, and goes on",
      async (_, { fault, token = "test-token" }: { fault?: Fault; token?: PlantStoreMockOptions["token"] }) => {
        // MSW prints it.
        const print = vi.spyOn(console, "error").mockImplementation(() => {});
        onTestFinished(() => print.mockRestore());
        const service = await start({ token });
        service.mock.failNext(...(fault ? [fault] : []));
        const failed = await send(service).then(
          (response) => response.text(),
          (error: Error) => error.message,
        );
        expect(failed).toContain("a mistake in the test");
        expect(outcomesOf(service)).toEqual(["fault"]);
        service.mock.failNext({ error: 1, message: "and on" });
        expect((await post(service, FERN)).body).toBe('{"error":1,"message":"and on"}');
      },
    );

    it("takes one fault for each request, in order, then none", async () => {
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
      expect(outcomesOf(service)).toEqual(["fault", "fault", "fault", "created"]);
    });

    it("comes before credentials, content type and body", async () => {
      const service = await start({ token: "secret" });
      service.mock.failNext("html", "html");
      expect((await post(service, FERN, { authorization: undefined })).status).toBe(502);
      expect((await post(service, "{", { "content-type": "text/plain" })).status).toBe(502);
    });

    it("is kept for the operation, whatever else is asked", async () => {
      const service = await start();
      service.mock.failNext("html");
      await service.fetch(`${service.baseUrl}/plants`, { method: "GET" }).catch(() => {});
      await service.fetch(`${service.baseUrl}/animals`, { method: "POST" }).catch(() => {});
      expect((await post(service, FERN)).status).toBe(502);
    });
  });

  describe("an answer that does not come", () => {
    const waits: [title: string, fault: Fault][] = [
      ["a timeout", "timeout"],
      ["a delay", { delayMs: 1_000_000 }],
      ["a delay beyond what a timer takes", { delayMs: 2 ** 31 }],
      ["a function that never answers", () => new Promise(() => {})],
    ];

    it.each(waits)("is ended by a reset, as a lost connection: %s", async (_, fault) => {
      const service = await start();
      service.mock.failNext(fault, "html");
      const answer = send(service);
      const lost = expect(answer).rejects.toThrow(TypeError);
      await arrived(service, 1);
      service.mock.reset();
      await lost;
      expect(service.mock.requests).toEqual([]);
      expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
    });

    it.each(waits)("is ended by an abort: %s", async (_, fault) => {
      const service = await start();
      service.mock.failNext(fault);
      const controller = new AbortController();
      const answer = send(service, controller.signal);
      const aborted = expect(answer).rejects.toThrow("the user left");
      await arrived(service, 1);
      controller.abort(new Error("the user left"));
      await aborted;
      // In a browser the request ends for its caller alone: the mock goes on to wait.
      await expect.poll(() => outcomesOf(service), { interval: 1 }).toEqual([hearsAborts ? "aborted" : "pending"]);
      expect(service.mock.plants.size).toBe(0);
      expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
    });

    it("is the mock's own delayMs: a reset ends it", async () => {
      const slow = await start({ delayMs: 1_000_000 });
      const lost = expect(send(slow)).rejects.toThrow(TypeError);
      await arrived(slow, 1);
      slow.mock.reset();
      await lost;
    });

    it("is a token function that never tells: a reset ends it", async () => {
      const service = await start({ token: () => new Promise(() => {}) });
      const lost = expect(send(service)).rejects.toThrow(TypeError);
      await arrived(service, 1);
      service.mock.reset();
      await lost;
      expect(service.mock.plants.size).toBe(0);
    });

    it("keeps no other request waiting", async () => {
      const service = await start();
      service.mock.failNext("timeout");
      const lost = expect(send(service)).rejects.toThrow(TypeError);
      await arrived(service, 1);
      expect(await post(service, FERN)).toEqual(created('{"name":"Fern"}'));
      expect(outcomesOf(service)).toEqual(["pending", "created"]);
      service.mock.reset();
      await lost;
    });
  });

  describe("what the client makes of a fault", () => {
    const clientOf = ({ fetch, baseUrl }: RunningMock, options: { retries?: number; timeoutMs?: number } = {}) =>
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
    ] satisfies [Fault, object][])("%o is a result", async (fault, result) => {
      const service = await start();
      service.mock.failNext(fault);
      expect(await clientOf(service).createPlant(newPlant)).toMatchObject(result);
    });

    it.each([
      ["connection", PlantStoreConnectionError],
      ["timeout", PlantStoreTimeoutError],
      ["malformed", PlantStoreResponseError],
      ["html", PlantStoreResponseError],
      [{ delayMs: 1_000_000 }, PlantStoreTimeoutError],
      [{ error: 2 ** 31, message: "no int32" }, PlantStoreResponseError],
      [() => new Response(null, { status: 204 }), PlantStoreResponseError],
      [() => Response.redirect("https://elsewhere.example.com/"), PlantStoreResponseError],
      [() => Response.error(), PlantStoreConnectionError],
    ] satisfies [Fault, new (...given: never) => Error][])("%o throws %o", async (fault, expected) => {
      const service = await start();
      service.mock.failNext(fault);
      const { createPlant } = clientOf(service, { timeoutMs: expected === PlantStoreTimeoutError ? 100 : 10_000 });
      await expect(createPlant(newPlant)).rejects.toThrow(expected);
    });

    it.each([
      ["a lost connection", "connection"],
      ["a page of HTML", "html"],
      ["an Error with status 503", { error: 1, message: "busy", status: 503 }],
    ] satisfies [string, Fault][])("gets over %s twice where it has retries", async (_, fault) => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0);
      const service = await start();
      service.mock.failNext(fault, fault);
      const { data } = await clientOf(service, { retries: 2 }).createPlant(newPlant);
      random.mockRestore();
      expect(data).toEqual({ name: "Fern" });
      expect(outcomesOf(service)).toEqual(["fault", "fault", "created"]);
      expect(service.mock.plants.size).toBe(1);
    });

    it("gives up where the faults outlast the retries", async () => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0);
      const service = await start();
      service.mock.failNext("connection", "connection", "connection");
      const given = clientOf(service, { retries: 1 }).createPlant(newPlant);
      await expect(given).rejects.toThrow(PlantStoreConnectionError);
      random.mockRestore();
      expect(outcomesOf(service)).toEqual(["fault", "fault"]);
    });

    it("repeats neither an Error with status 400 nor broken JSON", async () => {
      const service = await start();
      const { createPlant } = clientOf(service, { retries: 5 });
      service.mock.failNext({ error: 1, message: "no" });
      expect((await createPlant(newPlant)).error).toEqual({ error: 1, message: "no" });
      service.mock.failNext("malformed");
      await expect(createPlant(newPlant)).rejects.toThrow(PlantStoreResponseError);
      expect(outcomesOf(service)).toEqual(["fault", "fault"]);
    });
  });
});
