import type { Middleware as OpenapiFetchMiddleware } from "openapi-fetch";
import {
  createPlantStoreClient,
  type Middleware,
  PlantStoreConnectionError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rejectionOf } from "../support/rejection-of.ts";
import { created, failed, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";

const fern = { id: 9007199254740993n, name: "Fern" };
const baseUrl = "https://plants.example.com";
const token = "tok-4f9c2d81e7ab3056";
const JSON_TYPE = { "content-type": "application/json" };

function clientOf(middleware: readonly Middleware[], ...script: [Outcome, ...Outcome[]]) {
  const { fetch, sent } = scriptedFetch(...script);
  return { ...createPlantStoreClient({ baseUrl, token, fetch, middleware }), sent };
}

/** Next to no wait before another attempt. Fake timers would run ahead of a browser, which reads a Request's body in real time. */
function retryAtOnce() {
  const { random } = Math;
  vi.spyOn(Math, "random").mockImplementation(() => random() / 1_000);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("middleware", () => {
  it("may read its answer and give it back: what was read already says nothing", async () => {
    const reading: Middleware = {
      async onResponse({ response }) {
        await response.text();
        return response;
      },
    };
    const { createPlant, sent } = clientOf([reading, reading], created);
    expect((await createPlant(fern, { retries: 1 })).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(1);
  });

  it("is given the request of the contract, and the answer (I1, I7)", async () => {
    const seen: unknown[] = [];
    const { createPlant } = clientOf(
      [
        {
          async onRequest({ request, schemaPath, params, id, options }) {
            seen.push(request.method, request.url, request.headers.get("content-type"), await request.clone().text());
            seen.push(schemaPath, params, id, options.baseUrl);
          },
          onResponse({ response, id }) {
            seen.push(response.status, id);
          },
        },
      ],
      created,
    );
    await createPlant(fern);
    expect(seen).toEqual([
      "POST",
      "https://plants.example.com/plants",
      "application/json",
      '{"id":9007199254740993,"name":"Fern"}',
      "/plants",
      {},
      expect.stringMatching(/./),
      "https://plants.example.com",
      200,
      seen[6],
    ]);
  });

  it("runs in its order before the request, and in the reverse after it", async () => {
    const order: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: () => void order.push(`${name} request`),
      onResponse: () => void order.push(`${name} response`),
      onError: () => void order.push(`${name} error`),
    });
    const { createPlant } = clientOf([named("outer"), named("inner")], created, lost);
    await createPlant(fern);
    expect(order).toEqual(["outer request", "inner request", "inner response", "outer response"]);
    order.length = 0;
    await rejectionOf(createPlant(fern));
    expect(order).toEqual(["outer request", "inner request", "inner error", "outer error"]);
  });

  it("sees each attempt of a call, each with an id of its own", async () => {
    retryAtOnce();
    const seen: string[] = [];
    const ids = new Set<string>();
    const { createPlant } = clientOf(
      [
        {
          onRequest: ({ id }) => void ids.add(id),
          onResponse: ({ response }) => void seen.push(`response ${response.status}`),
          onError: ({ error }) => void seen.push(`error ${(error as Error).name}`),
        },
      ],
      failed(503),
      lost,
      created,
    );
    await createPlant(fern, { retries: 2 });
    expect(seen).toEqual(["response 503", "error PlantStoreConnectionError", "response 200"]);
    expect(ids.size).toBe(3);
  });

  it("may change the fields of the request", async () => {
    const { createPlant, sent } = clientOf(
      [
        {
          onRequest({ request }) {
            request.headers.set("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
          },
        },
      ],
      created,
    );
    await createPlant(fern);
    expect(sent[0]?.headers.get("traceparent")).toBe("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
    expect(sent[0]?.body).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it("may put another request in place of this one", async () => {
    const { createPlant, sent } = clientOf(
      [
        { onRequest: async ({ request }) => new Request(request, { headers: { ...JSON_TYPE, "x-replaced": "yes" } }) },
        { onRequest: ({ request }) => void request.headers.append("x-replaced", "twice") },
      ],
      created,
    );
    await createPlant(fern);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.get("x-replaced")).toBe("yes, twice");
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
    expect(sent[0]?.body).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it("hands fetch a Request, and its signal once more", async () => {
    const fetch = vi.fn(async (_input: string | Request, _init?: RequestInit) => created());
    await createPlantStoreClient({ baseUrl, token, fetch, middleware: [{ onRequest() {} }] }).createPlant(fern);
    expect(fetch.mock.calls).toEqual([[expect.any(Request), { signal: expect.any(AbortSignal) }]]);
    expect(fetch.mock.calls[0]?.[0]).toMatchObject({ method: "POST", redirect: "manual" });
  });

  it.each([
    ["itself", (response: Response) => response.text()],
    ["from a clone", (response: Response) => response.clone().text()],
  ])("may read the answer's body %s, whole, and takes it from nobody", async (_, read) => {
    const bodies: string[] = [];
    const logging: Middleware = { onResponse: async ({ response }) => void bodies.push(await read(response)) };
    const { createPlant } = clientOf([logging, logging], created, refused, () => new Response("<h1>Login</h1>"));
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect((await createPlant(fern)).error).toEqual({ error: 7, message: "no" });
    expect(await rejectionOf(createPlant(fern))).toMatchObject({
      name: "PlantStoreResponseError",
      body: "<h1>Login</h1>",
    });
    expect(bodies).toEqual([
      '{"name":"Fern"}',
      '{"name":"Fern"}',
      '{"error":7,"message":"no"}',
      '{"error":7,"message":"no"}',
      "<h1>Login</h1>",
      "<h1>Login</h1>",
    ]);
  });

  it("is never given a body that somebody has read", async () => {
    const used: boolean[] = [];
    const reading: Middleware = {
      async onResponse({ response }) {
        used.push(response.bodyUsed);
        await response.arrayBuffer();
      },
    };
    const { createPlant } = clientOf([reading, reading, reading], created);
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect(used).toEqual([false, false, false]);
  });

  it("may be openapi-fetch's own", async () => {
    const own: OpenapiFetchMiddleware = {
      onRequest({ request }) {
        request.headers.set("x-own", "yes");
        return request;
      },
      onResponse: ({ response }) => response,
      onError: () => new Error("never asked"),
    };
    const { createPlant, sent } = clientOf([own], created);
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect(sent[0]?.headers.get("x-own")).toBe("yes");
  });

  it("does not see its list change", async () => {
    const onRequest = vi.fn();
    const middleware: Middleware[] = [{ onRequest() {} }];
    const { createPlant } = clientOf(middleware, created);
    middleware.push({ onRequest });
    await createPlant(fern);
    expect(onRequest).not.toHaveBeenCalled();
  });

  it("is not asked where the token function fails", async () => {
    const onRequest = vi.fn();
    const onError = vi.fn();
    const client = createPlantStoreClient({
      baseUrl,
      token: () => {
        throw new Error("signed out");
      },
      middleware: [{ onRequest, onError }],
    });
    expect(await rejectionOf(client.createPlant(fern))).toBeInstanceOf(PlantStoreTokenError);
    expect(onRequest).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });
});

describe("a Response that a middleware gives before the request", () => {
  const answering = (response: () => Response): Middleware[] => [
    { onRequest: async () => response() },
    { onRequest: () => expect.unreachable("the first one has answered") },
  ];

  it.each<[string, () => Response, unknown]>([
    ["a Plant", () => Response.json({ name: "Cached", more: 1 }), { name: "Cached" }],
    ["a Plant with a tag of null", () => Response.json({ name: "Cached", tag: null }), { name: "Cached" }],
    ["a Plant with 201", () => Response.json({ name: "Cached" }, { status: 201 }), { name: "Cached" }],
    [
      "a Plant with a Content-Length",
      () => new Response('{"name":"Cached"}', { headers: { "content-length": "17" } }),
      { name: "Cached" },
    ],
  ])("is the data, and nothing is sent: %s", async (_, response, data) => {
    const { createPlant, sent } = clientOf(answering(response), created);
    const result = await createPlant(fern);
    expect(result.data).toEqual(data);
    expect(sent).toEqual([]);
  });

  it.each([400, 401, 500])("is the error, and nothing is sent: an Error with %s", async (status) => {
    const { createPlant, sent } = clientOf(
      answering(() => Response.json({ error: 9, message: "closed", more: 1 }, { status })),
      created,
    );
    const result = await createPlant(fern);
    expect(result.error).toEqual({ error: 9, message: "closed" });
    expect(result.response.status).toBe(status);
    expect(sent).toEqual([]);
  });

  it.each<[string, () => Response, number, string]>([
    ["a page with 200", () => new Response("<h1>Login</h1>"), 200, "<h1>Login</h1>"],
    ["a page with 500", () => new Response("<h1>Down</h1>", { status: 500 }), 500, "<h1>Down</h1>"],
    ["a Plant with 400", () => Response.json({ name: "Fern" }, { status: 400 }), 400, '{"name":"Fern"}'],
    ["null with 400", () => Response.json(null, { status: 400 }), 400, "null"],
    ["204", () => new Response(null, { status: 204 }), 204, ""],
    ["nothing with 200", () => new Response(null), 200, ""],
    ["nothing with 400", () => new Response(null, { status: 400 }), 400, ""],
    ["a Content-Length of 0", () => new Response(null, { headers: { "content-length": "0" } }), 200, ""],
    ["an Error with 302", () => Response.json({ error: 1, message: "" }, { status: 302 }), 302, ""],
  ])("is refused where it is neither: %s", async (_, response, status, body) => {
    const { createPlant, sent } = clientOf(answering(response), created);
    const error = await rejectionOf(createPlant(fern));
    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({ status, body, response: { status } });
    expect(sent).toEqual([]);
  });

  it("is the response of the result", async () => {
    const response = Response.json({ name: "Cached" });
    const { createPlant } = clientOf([{ onRequest: () => response }], created);
    expect((await createPlant(fern)).response).toBe(response);
  });
});

describe("a Response that a middleware gives in place of the service's", () => {
  it("is what the result is read from, and its response", async () => {
    const response = Response.json({ name: "Replaced" }, { headers: { "x-replaced": "yes" } });
    const { createPlant, sent } = clientOf([{ onResponse: () => response }], refused);
    const result = await createPlant(fern);
    expect(result.data).toEqual({ name: "Replaced" });
    expect(result.response).toBe(response);
    expect(sent).toHaveLength(1);
  });

  it("may turn a Plant into an Error", async () => {
    const { createPlant } = clientOf(
      [{ onResponse: () => Response.json({ error: 2, message: "not so" }, { status: 400 }) }],
      created,
    );
    expect((await createPlant(fern)).error).toEqual({ error: 2, message: "not so" });
  });

  it("may be the same body with other fields", async () => {
    const { createPlant } = clientOf(
      [{ onResponse: ({ response }) => new Response(response.body, { headers: { "x-seen": "yes" } }) }],
      created,
    );
    const { data, response } = await createPlant(fern);
    expect(data).toEqual({ name: "Fern" });
    expect(response.headers.get("x-seen")).toBe("yes");
  });

  it("decides whether the attempt is repeated", async () => {
    retryAtOnce();
    const { createPlant, sent } = clientOf(
      [{ onResponse: ({ response }) => (response.status === 400 ? failed(503)() : undefined) as Response }],
      refused,
      created,
    );
    expect((await createPlant(fern, { retries: 1 })).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(2);
  });
});

describe("a Request that a middleware makes anew", () => {
  it("is not sent after the deadline", async () => {
    vi.useFakeTimers();
    const late: Middleware = { onRequest: () => new Promise((resolve) => setTimeout(resolve, 2_000)) };
    const { createPlant, sent } = clientOf([late], created);
    const error = rejectionOf(createPlant(fern, { timeoutMs: 1_000 }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(sent).toEqual([]);
  });
});

it("sends nothing in place of an answer from a middleware that was read already", async () => {
  const canned = Response.json({ name: "Canned" });
  const { createPlant, sent } = clientOf([{ onRequest: () => canned }], created);
  expect((await createPlant(fern)).data).toEqual({ name: "Canned" });
  expect(await rejectionOf(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
  expect(sent).toEqual([]);
});

it("does not repeat what a middleware threw, whatever it has for a response", async () => {
  const foreign = Object.assign(new Error("no"), { response: { status: 503 } });
  const failing: Middleware = {
    onRequest() {
      throw foreign;
    },
  };
  const { createPlant } = clientOf([failing], created);
  expect(await rejectionOf(createPlant(fern, { retries: 1 }))).toBe(foreign);
});

describe("onError", () => {
  it("may be absent", async () => {
    const { createPlant } = clientOf([{ onRequest() {} }], lost);
    expect(await rejectionOf(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
  });

  it("is given the error of the client, and may recover with a Response", async () => {
    const seen: unknown[] = [];
    const response = Response.json({ name: "Cached" });
    const { createPlant } = clientOf(
      [
        {
          onError({ error }) {
            seen.push(error);
            return response;
          },
        },
      ],
      lost,
    );
    const result = await createPlant(fern);
    expect(result.data).toEqual({ name: "Cached" });
    expect(result.response).toBe(response);
    expect(seen).toEqual([expect.any(PlantStoreConnectionError)]);
  });

  it("may put another error in place of this one, which the next is given", async () => {
    const seen: unknown[] = [];
    const other = new Error("other");
    const { createPlant } = clientOf(
      [{ onError: ({ error }) => void seen.push(error) }, { onError: () => other }],
      lost,
    );
    expect(await rejectionOf(createPlant(fern))).toBe(other);
    expect(seen).toEqual([other]);
  });

  it("changes nothing where it gives nothing", async () => {
    const { createPlant } = clientOf([{ onError() {} }], lost);
    expect(await rejectionOf(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
  });

  it("sees the abort of the deadline", async () => {
    vi.useFakeTimers();
    const seen: unknown[] = [];
    const client = createPlantStoreClient({
      baseUrl,
      token,
      timeoutMs: 10,
      fetch: (_, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
      middleware: [{ onError: ({ error }) => void seen.push(error) }],
    });
    const error = rejectionOf(client.createPlant(fern));
    await vi.advanceTimersByTimeAsync(10);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(seen).toEqual([await error]);
  });
});

describe("what a middleware throws", () => {
  it.each(["onRequest", "onResponse"] as const)("is what the call rejects with: %s", async (hook) => {
    const bug = new Error("a bug of the middleware");
    const throwing: Middleware = {
      [hook]: () => {
        throw bug;
      },
    };
    const { createPlant } = clientOf([throwing], created);
    expect(await rejectionOf(createPlant(fern))).toBe(bug);
  });

  it("is what the call rejects with: onError", async () => {
    const bug = new Error("a bug of the middleware");
    const throwing: Middleware = {
      onError: () => {
        throw bug;
      },
    };
    const { createPlant } = clientOf([throwing], lost);
    expect(await rejectionOf(createPlant(fern))).toBe(bug);
  });
});
