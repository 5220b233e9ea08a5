import {
  createPlantStoreClient,
  type Middleware,
  PlantStoreConnectionError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";

const fern = { id: 9007199254740993n, name: "Fern" };
const baseUrl = "https://plants.example.com";
const token = "tok-4f9c2d81e7ab3056";
const JSON_TYPE = { "content-type": "application/json" };

function createTestClient(middleware: readonly Middleware[], ...script: [Outcome, ...Outcome[]]) {
  const { fetch, sent } = scriptedFetch(...script);
  return { ...createPlantStoreClient({ baseUrl, token, fetch, middleware }), sent };
}

/** Fake timers would run ahead of a browser, which reads the body of a Request in real time. */
function retryAtOnce() {
  const { random } = Math;
  vi.spyOn(Math, "random").mockImplementation(() => random() / 1_000);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("middleware", () => {
  it("can read the response that it is shown and return it", async () => {
    const reading: Middleware = {
      async onResponse({ response }) {
        await response.text();
        return response;
      },
    };
    const { createPlant, sent } = createTestClient([reading, reading], created);
    expect((await createPlant(fern, { retries: 1 })).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(1);
  });

  it("sees the request and the response", async () => {
    const seen: unknown[] = [];
    const { createPlant } = createTestClient(
      [
        {
          async onRequest({ request, schemaPath, params, id, attempt, ...rest }) {
            seen.push(request.method, request.url, request.headers.get("content-type"), await request.clone().text());
            seen.push(schemaPath, params, id, attempt, rest);
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
      1,
      {},
      200,
      seen[6],
    ]);
  });

  it("runs in order before the request and in reverse order after it", async () => {
    const order: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: () => void order.push(`${name} request`),
      onResponse: () => void order.push(`${name} response`),
      onError: () => void order.push(`${name} error`),
    });
    const { createPlant } = createTestClient([named("outer"), named("inner")], created, lost);
    await createPlant(fern);
    expect(order).toEqual(["outer request", "inner request", "inner response", "outer response"]);
    order.length = 0;
    await getRejection(createPlant(fern));
    expect(order).toEqual(["outer request", "inner request", "inner error", "outer error"]);
  });

  it("runs for each attempt", async () => {
    retryAtOnce();
    const seen: string[] = [];
    const ids = new Set<string>();
    const { createPlant } = createTestClient(
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

  it("can change the headers of the request", async () => {
    const { createPlant, sent } = createTestClient(
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

  it("can replace the request", async () => {
    const { createPlant, sent } = createTestClient(
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

  it("passes a Request and the signal to fetch after it replaced the request", async () => {
    const fetch = vi.fn(async (_input: string | Request, _init?: RequestInit) => created());
    const onRequest: Middleware["onRequest"] = ({ request }) => new Request(request, { redirect: "follow" });
    await createPlantStoreClient({ baseUrl, token, fetch, middleware: [{ onRequest }] }).createPlant(fern);
    const [input, init] = fetch.mock.calls[0] ?? [];
    expect(input).toBeInstanceOf(Request);
    expect(input).toMatchObject({ method: "POST", redirect: "manual" });
    expect(init).toMatchObject({ method: "POST", body: null, redirect: "manual", signal: expect.any(AbortSignal) });
    expect(await (input as Request).text()).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it.each([
    ["itself", (response: Response) => response.text()],
    ["from a clone", (response: Response) => response.clone().text()],
  ])("can read the body of the response %s", async (_, read) => {
    const bodies: string[] = [];
    const logging: Middleware = { onResponse: async ({ response }) => void bodies.push(await read(response)) };
    const { createPlant } = createTestClient(
      [logging, logging],
      created,
      refused,
      () => new Response("<h1>Login</h1>"),
    );
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect((await createPlant(fern)).error).toEqual({ error: 7, message: "no" });
    expect(await getRejection(createPlant(fern))).toMatchObject({
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

  it("always sees an unread body", async () => {
    const used: boolean[] = [];
    const reading: Middleware = {
      async onResponse({ response }) {
        used.push(response.bodyUsed);
        await response.arrayBuffer();
      },
    };
    const { createPlant } = createTestClient([reading, reading, reading], created);
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect(used).toEqual([false, false, false]);
  });

  it("can return the request and the response that it was shown", async () => {
    const own: Middleware = {
      onRequest({ request }) {
        request.headers.set("x-own", "yes");
        return request;
      },
      onResponse: ({ response }) => response,
      onError: () => new Error("never asked"),
    };
    const { createPlant, sent } = createTestClient([own], created);
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect(sent[0]?.headers.get("x-own")).toBe("yes");
  });

  it("is read once: changes to the array have no effect", async () => {
    const onRequest = vi.fn();
    const middleware: Middleware[] = [{ onRequest() {} }];
    const { createPlant } = createTestClient(middleware, created);
    middleware.push({ onRequest });
    await createPlant(fern);
    expect(onRequest).not.toHaveBeenCalled();
  });

  it("doesn't run when the token function fails", async () => {
    const onRequest = vi.fn();
    const onError = vi.fn();
    const client = createPlantStoreClient({
      baseUrl,
      token: () => {
        throw new Error("signed out");
      },
      middleware: [{ onRequest, onError }],
    });
    expect(await getRejection(client.createPlant(fern))).toBeInstanceOf(PlantStoreTokenError);
    expect(onRequest).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });
});

describe("a Response that onRequest returns", () => {
  const responding = (response: () => Response): Middleware[] => [
    { onRequest: async () => response() },
    { onRequest: () => expect.unreachable("the first one has responded") },
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
  ])("resolves with data, and nothing is sent: %s", async (_, response, data) => {
    const { createPlant, sent } = createTestClient(responding(response), created);
    const result = await createPlant(fern);
    expect(result.data).toEqual(data);
    expect(sent).toEqual([]);
  });

  it.each([400, 401, 500])("resolves with error, and nothing is sent: status %s", async (status) => {
    const { createPlant, sent } = createTestClient(
      responding(() => Response.json({ error: 9, message: "closed", more: 1 }, { status })),
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
  ])(
    "rejects with PlantStoreResponseError when it is neither a Plant nor an Error: %s",
    async (_, response, status, body) => {
      const { createPlant, sent } = createTestClient(responding(response), created);
      const error = await getRejection(createPlant(fern));
      expect(error).toBeInstanceOf(PlantStoreResponseError);
      expect(error).toMatchObject({ status, body, response: { status } });
      expect(sent).toEqual([]);
    },
  );

  it("is used without running another hook", async () => {
    const hooks = { onRequest: vi.fn(), onResponse: vi.fn(), onError: vi.fn() };
    const { onResponse, onError } = hooks;
    const middleware = [{ onResponse, onError }, { onRequest: created }, hooks];
    const { createPlant, sent } = createTestClient(middleware, created);
    await createPlant(fern);
    expect(sent).toEqual([]);
    for (const hook of Object.values(hooks)) {
      expect(hook).not.toHaveBeenCalled();
    }
  });

  it("is the response of the result", async () => {
    const response = Response.json({ name: "Cached" });
    const { createPlant } = createTestClient([{ onRequest: () => response }], created);
    expect((await createPlant(fern)).response).toBe(response);
  });
});

describe("a Response that onResponse returns", () => {
  it("replaces the response of the service", async () => {
    const response = Response.json({ name: "Replaced" }, { headers: { "x-replaced": "yes" } });
    const { createPlant, sent } = createTestClient([{ onResponse: () => response }], refused);
    const result = await createPlant(fern);
    expect(result.data).toEqual({ name: "Replaced" });
    expect(result.response).toBe(response);
    expect(sent).toHaveLength(1);
  });

  it("can turn a Plant into an Error", async () => {
    const { createPlant } = createTestClient(
      [{ onResponse: () => Response.json({ error: 2, message: "not so" }, { status: 400 }) }],
      created,
    );
    expect((await createPlant(fern)).error).toEqual({ error: 2, message: "not so" });
  });

  it("can have the same body and other headers", async () => {
    const { createPlant } = createTestClient(
      [{ onResponse: ({ response }) => new Response(response.body, { headers: { "x-seen": "yes" } }) }],
      created,
    );
    const { data, response } = await createPlant(fern);
    expect(data).toEqual({ name: "Fern" });
    expect(response.headers.get("x-seen")).toBe("yes");
  });

  it("decides whether to retry", async () => {
    retryAtOnce();
    const { createPlant, sent } = createTestClient(
      [{ onResponse: ({ response }) => (response.status === 400 ? failed(503)() : undefined) as Response }],
      refused,
      created,
    );
    expect((await createPlant(fern, { retries: 1 })).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(2);
  });
});

describe("an onRequest hook that takes too long", () => {
  it("sends nothing after the deadline", async () => {
    vi.useFakeTimers();
    const late: Middleware = { onRequest: () => new Promise((resolve) => setTimeout(resolve, 2_000)) };
    const { createPlant, sent } = createTestClient([late], created);
    const error = getRejection(createPlant(fern, { timeoutMs: 1_000 }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(sent).toEqual([]);
  });
});

it("rejects with PlantStoreInputError when middleware returns a response that has been read", async () => {
  const canned = Response.json({ name: "Canned" });
  const { createPlant, sent } = createTestClient([{ onRequest: () => canned }], created);
  expect((await createPlant(fern)).data).toEqual({ name: "Canned" });
  expect(await getRejection(createPlant(fern, { retries: 1 }))).toMatchObject({
    name: "PlantStoreInputError",
    message: "Invalid response from fetch or middleware: its body has already been read",
  });
  expect(sent).toEqual([]);
});

it("rejects with PlantStoreInputError before a hook is shown a response that has been read", async () => {
  const onResponse = vi.fn();
  const { createPlant } = createTestClient([{ onResponse }], async () => {
    const response = created();
    await (await response).text();
    return response;
  });
  expect(await getRejection(createPlant(fern))).toMatchObject({
    message: "Invalid response from fetch or middleware: its body has already been read",
  });
  expect(onResponse).not.toHaveBeenCalled();
});

it("doesn't retry when middleware throws, even an error with a retryable response", async () => {
  const foreign = Object.assign(new Error("no"), { response: { status: 503 } });
  const failing: Middleware = {
    onRequest() {
      throw foreign;
    },
  };
  const { createPlant } = createTestClient([failing], created);
  expect(await getRejection(createPlant(fern, { retries: 1 }))).toBe(foreign);
});

describe("the origin of a request that middleware replaces", () => {
  it.each([
    ["another host", "https://elsewhere.example.com/plants"],
    ["another port", "https://plants.example.com:8443/plants"],
    ["another scheme", "http://plants.example.com/plants"],
    ["a host that starts like the host of baseUrl", "https://plants.example.com.evil.example/plants"],
  ])("must be the origin of baseUrl: nothing is sent to %s", async (_, url) => {
    const onError = vi.fn(() => Response.json({ name: "Recovered" }));
    const elsewhere: Middleware = { onRequest: ({ request }) => new Request(url, request), onError };
    const { createPlant, sent } = createTestClient([elsewhere], created);
    expect(await getRejection(createPlant(fern, { retries: 3 }))).toMatchObject({
      name: "PlantStoreInputError",
      message: "Invalid request from middleware: it must go to the origin of baseUrl, because it carries the token",
    });
    expect(sent).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
  });

  it("may get another path, query, body and headers, and the token", async () => {
    const changed: Middleware = {
      onRequest: ({ request }) =>
        new Request("https://plants.example.com/v2/plants?dry-run=1", {
          method: "POST",
          headers: { ...Object.fromEntries(request.headers), "x-changed": "yes", authorization: "Bearer other" },
          body: '{"id":2,"name":"Moss"}',
        }),
    };
    const { createPlant, sent } = createTestClient([changed], created);
    await createPlant(fern);
    expect(sent[0]).toMatchObject({
      url: "https://plants.example.com/v2/plants?dry-run=1",
      body: '{"id":2,"name":"Moss"}',
    });
    expect(sent[0]?.headers.get("x-changed")).toBe("yes");
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
  });
});

describe("the body of the request", () => {
  it("can be read by every hook, without a clone", async () => {
    const bodies: string[] = [];
    const read = async ({ request }: { request: Request }) => void bodies.push(await request.text());
    const { createPlant, sent } = createTestClient([{ onRequest: read }], created);
    await createPlant(fern);
    await createTestClient([{ onResponse: read }], created).createPlant(fern);
    await getRejection(createTestClient([{ onError: read }], lost).createPlant(fern));
    expect(bodies).toEqual(Array(3).fill('{"id":9007199254740993,"name":"Fern"}'));
    expect(sent[0]?.body).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it("can be read in onResponse after middleware replaced the request", async () => {
    const bodies: string[] = [];
    const replacing: Middleware = {
      onRequest: ({ request }) => new Request(request, { body: '{"id":2,"name":"Moss"}' }),
      onResponse: async ({ request }) => void bodies.push(await request.text()),
    };
    const { createPlant, sent } = createTestClient([replacing], created);
    await createPlant(fern);
    expect(bodies).toEqual(['{"id":2,"name":"Moss"}']);
    expect(sent[0]?.body).toBe('{"id":2,"name":"Moss"}');
  });

  it("may have been read when middleware returns the request that it got", async () => {
    const reading: Middleware = {
      async onRequest({ request }) {
        await request.text();
        return request;
      },
    };
    const { createPlant, sent } = createTestClient([reading], created);
    await createPlant(fern);
    expect(sent[0]?.body).toBe('{"id":9007199254740993,"name":"Fern"}');
  });

  it("must not have been read in a request that middleware returned", async () => {
    const replacing: Middleware = { onRequest: ({ request }) => new Request(request) };
    const reading: Middleware = { onRequest: async ({ request }) => void (await request.text()) };
    const { createPlant, sent } = createTestClient([replacing, reading], created);
    expect(await getRejection(createPlant(fern, { retries: 3 }))).toMatchObject({
      name: "PlantStoreInputError",
      message: "Invalid request from middleware: its body has already been read. Read a clone instead",
    });
    expect(sent).toEqual([]);
  });
});

describe("an attempt", () => {
  it("has its number and a unique id, even when Math.random is stubbed", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const attempts: number[] = [];
    const ids: string[] = [];
    const counting: Middleware = {
      onRequest({ attempt, id }) {
        attempts.push(attempt);
        ids.push(id);
      },
    };
    const { createPlant } = createTestClient([counting], failed(503), lost, created);
    await createPlant(fern, { retries: 2, retryDelayMs: () => 0 });
    await Promise.all([createPlant(fern), createPlant(fern)]);
    expect(attempts).toEqual([1, 2, 3, 1, 1]);
    expect(new Set(ids).size).toBe(5);
    expect(ids).not.toContain("");
  });

  it("has an id that starts at random, so that it is unique beyond the process", async () => {
    const ids: string[] = [];
    for (const random of [0.25, 0.75]) {
      vi.spyOn(Math, "random").mockReturnValue(random);
      await createTestClient([{ onRequest: ({ id }) => void ids.push(id) }], created).createPlant(fern);
    }
    expect(ids).toEqual([expect.stringMatching(/^9-\d+$/), expect.stringMatching(/^r-\d+$/)]);
  });

  it("has one id and one number in all hooks", async () => {
    const seen: unknown[] = [];
    const hook = ({ id, attempt }: { id: string; attempt: number }) => void seen.push(`${id} ${attempt}`);
    const { createPlant } = createTestClient([{ onRequest: hook, onResponse: hook, onError: hook }], created, lost);
    await createPlant(fern);
    await getRejection(createPlant(fern));
    expect(new Set(seen).size).toBe(2);
    expect(seen).toEqual([seen[0], seen[0], seen[2], seen[2]]);
  });
});

describe("the body of a response", () => {
  function endless() {
    let pulled = 0;
    const cancel = vi.fn();
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 2 ** 16;
          controller.enqueue(new Uint8Array(2 ** 16).fill(0x78));
        },
        cancel,
      },
      { highWaterMark: 0 },
    );
    return { response: new Response(body, { status: 502 }), cancel, pulled: () => pulled };
  }

  it("ends one byte after 1 MiB for each hook, and no more of it is read", async () => {
    const { response, cancel, pulled } = endless();
    const sizes: number[] = [];
    const reading: Middleware = {
      onResponse: async ({ response }) => void sizes.push((await response.arrayBuffer()).byteLength),
    };
    const { createPlant } = createTestClient([reading, reading], () => response);
    expect(await getRejection(createPlant(fern))).toMatchObject({
      name: "PlantStoreResponseError",
      message: expect.stringContaining("of more than 1 MiB"),
    });
    expect(sizes).toEqual([2 ** 20 + 1, 2 ** 20 + 1]);
    expect(pulled()).toBeLessThanOrEqual(2 ** 20 + 2 ** 17);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("isn't read before the hook has run", async () => {
    const { response, pulled } = endless();
    const pulledAtHook: number[] = [];
    const onResponse = async () => {
      pulledAtHook.push(pulled());
      await new Promise((resolve) => setTimeout(resolve));
      pulledAtHook.push(pulled());
    };
    const { createPlant } = createTestClient([{ onResponse }], () => response);
    await getRejection(createPlant(fern));
    expect(pulledAtHook).toEqual([0, 0]);
  });

  it.each<[string, Middleware["onResponse"] & {}]>([
    ["without reading it", () => Response.json({ name: "Replaced" })],
    [
      "after cancelling its copy",
      async ({ response }) => {
        await response.body?.cancel();
        return Response.json({ name: "Replaced" });
      },
    ],
  ])("is cancelled when middleware replaces the response %s", async (_, onResponse) => {
    const { response, cancel } = endless();
    const { createPlant } = createTestClient([{ onResponse }], () => response);
    expect((await createPlant(fern)).data).toEqual({ name: "Replaced" });
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(1));
  });

  it.each([
    ["another hook has read it", created],
    ["it is empty", () => new Response(null, { status: 502 })],
  ])("can be replaced when %s", async (_, outcome) => {
    const replacing: Middleware = { onResponse: () => Response.json({ name: "Replaced" }) };
    const reading: Middleware = { onResponse: async ({ response }) => void (await response.text()) };
    const { createPlant } = createTestClient([replacing, reading], outcome);
    expect((await createPlant(fern)).data).toEqual({ name: "Replaced" });
  });

  it("isn't changed by a hook that changes the bytes it reads", async () => {
    const names: string[] = [];
    const changing: Middleware = {
      async onResponse({ response }) {
        const chunk = await response.body?.getReader().read();
        names.push(new TextDecoder().decode(chunk?.value));
        chunk?.value?.fill(0);
      },
    };
    const { createPlant } = createTestClient([changing, changing], created);
    expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
    expect(names).toEqual(Array(2).fill('{"name":"Fern"}'));
  });

  it("may break before middleware replaces the response", async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) }));
    const recovering: Middleware = {
      onResponse: ({ response }) =>
        response.text().then(undefined, () => Response.json({ name: "Recovered" })) as never,
    };
    const { createPlant } = createTestClient([recovering], broken);
    expect((await createPlant(fern)).data).toEqual({ name: "Recovered" });
  });

  it("is still read when middleware transforms it", async () => {
    const upperCase: Middleware = {
      onResponse: ({ response }) =>
        new Response(
          response.body
            ?.pipeThrough(new TextDecoderStream())
            .pipeThrough(
              new TransformStream<string, string>({
                transform: (text, controller) => controller.enqueue(text.replace("Fern", "FERN")),
              }),
            )
            .pipeThrough(new TextEncoderStream()),
        ),
    };
    const { createPlant } = createTestClient([upperCase], created);
    expect((await createPlant(fern)).data).toEqual({ name: "FERN" });
  });
});

it("shows middleware the URL, status and headers of the response, in clones too", async () => {
  const seen: unknown[] = [];
  const looking: Middleware = {
    onResponse({ response }) {
      for (const shown of [response, response.clone()]) {
        seen.push([shown.status, shown.statusText, shown.ok, shown.url, shown.type, shown.redirected]);
        seen.push(shown.headers.get("content-type"), shown instanceof Response);
      }
    },
  };
  const { createPlant } = createTestClient([looking], () =>
    Response.json({ name: "Fern" }, { status: 201, statusText: "Ok" }),
  );
  await createPlant(fern);
  const expected = [[201, "Ok", true, "", "default", false], "application/json", true];
  expect(seen).toEqual([...expected, ...expected]);
});

describe("onError", () => {
  it("is optional", async () => {
    const { createPlant } = createTestClient([{ onRequest() {} }], lost);
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
  });

  it("sees the error of the client and can recover with a Response", async () => {
    const seen: unknown[] = [];
    const response = Response.json({ name: "Cached" });
    const { createPlant } = createTestClient(
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

  it("can replace the error, also for the next hook", async () => {
    const seen: unknown[] = [];
    const other = new Error("other");
    const { createPlant } = createTestClient(
      [{ onError: ({ error }) => void seen.push(error) }, { onError: () => other }],
      lost,
    );
    expect(await getRejection(createPlant(fern))).toBe(other);
    expect(seen).toEqual([other]);
  });

  it("changes nothing when it returns nothing", async () => {
    const { createPlant } = createTestClient([{ onError() {} }], lost);
    expect(await getRejection(createPlant(fern))).toBeInstanceOf(PlantStoreConnectionError);
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
    const error = getRejection(client.createPlant(fern));
    await vi.advanceTimersByTimeAsync(10);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(seen).toEqual([await error]);
  });
});

describe("an error that middleware throws", () => {
  it.each(["onRequest", "onResponse"] as const)("rejects the call unchanged: %s", async (hook) => {
    const bug = new Error("a bug of the middleware");
    const throwing: Middleware = {
      [hook]: () => {
        throw bug;
      },
    };
    const { createPlant } = createTestClient([throwing], created);
    expect(await getRejection(createPlant(fern))).toBe(bug);
  });

  it("rejects the call unchanged: onError", async () => {
    const bug = new Error("a bug of the middleware");
    const throwing: Middleware = {
      onError: () => {
        throw bug;
      },
    };
    const { createPlant } = createTestClient([throwing], lost);
    expect(await getRejection(createPlant(fern))).toBe(bug);
  });
});
