import { createPlantStoreMock, type Fault, type PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { baseUrl, fetchAdapter, type RunningMock } from "../support/adapter.ts";
import { adapters } from "../support/adapters.ts";
import { mockApp } from "../support/mock-app.ts";
import { created, post } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';
const CREATED = created('{"name":"Fern"}');
const HTML = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>";

function send({ fetch, baseUrl }: RunningMock, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { authorization: "Bearer secret-token", "content-type": "application/json" };
  return fetch(`${baseUrl}/plants`, { method: "POST", body: FERN, headers, signal });
}

/** Sends a request, and returns what arrives on one line. */
async function receive(service: RunningMock): Promise<unknown> {
  try {
    const response = await send(service);
    const { status, statusText, headers } = response;
    return `${status} ${statusText} ${headers.get("content-type")} ${await response.text()}`;
  } catch (error) {
    return error instanceof TypeError ? "lost" : error;
  }
}

const getOutcomes = ({ mock }: RunningMock) => mock.requests.map(({ outcome }) => outcome);

const arrived = (service: RunningMock) => expect.poll(() => service.mock.requests.length, { interval: 1 }).toBe(1);

async function postTimes(service: RunningMock, count: number, body = FERN): Promise<string[]> {
  const bodies = [];
  for (let i = 0; i < count; i++) {
    bodies.push((await post(service, body)).body);
  }
  return bodies;
}

const failure = (error: number) => ({ error, message: "no" });
const failureText = (error: number) => `{"error":${error},"message":"no"}`;

describe.each(adapters)("$name", ({ name, start, seesAborts }) => {
  describe("mock.failNext", () => {
    const late = { ...failure(1), status: 503, headers: { "Content-Type": "text/own" }, delayMs: 1, creates: true };
    const echo = async (request: Request) => {
      const line = `${request.method} ${new URL(request.url).pathname} ${request.headers.get("authorization")}`;
      return new Response(`${line} ${await request.text()}`, { status: 418 });
    };

    it.each<[fault: Fault, response: string, plantCount?: number]>([
      [failure(-7), `400 Bad Request application/json ${failureText(-7)}`],
      [late, `503 Service Unavailable text/own ${failureText(1)}`, 1],
      ["malformed", '200 OK application/json {"name":"Monstera'],
      ["html", `502 Bad Gateway text/html; charset=utf-8 ${HTML}`],
      [{ fault: "connection", creates: true }, "lost", 1],
      ["unreachable", "lost"],
      [echo, `418 I'm a Teapot text/plain;charset=UTF-8 POST /v1/plants Bearer secret-token ${FERN}`],
      [() => new Response(null, { status: 599, statusText: "Own" }), "599 Own null "],
      [() => Response.error(), "lost"],
    ])("makes the next request fail: %o (I10)", async (fault, response, plantCount = 0) => {
      const service = await start();
      service.mock.failNext(fault);
      expect(await receive(service)).toBe(response);
      expect(service.mock.plants.size).toBe(plantCount);
      const [{ status = "lost", ...recorded } = {}, ...others] = service.mock.requests;
      expect([String(status), others]).toEqual([response.split(" ")[0], []]);
      expect(recorded).toMatchObject({ outcome: "fault", newPlant: { id: 1n, name: "Fern" } });
    });

    it("precedes the checks of credentials and body", async () => {
      const service = await start({ token: "secret" });
      service.mock.failNext("html", "html");
      expect((await post(service, FERN, { authorization: undefined })).status).toBe(502);
      expect((await post(service, "{", { "content-type": "text/plain" })).status).toBe(502);
    });
  });

  describe("X-Mock-Fault", () => {
    const sendWith = (service: RunningMock, fault: string, headers = {}) =>
      post(service, FERN, { "x-mock-fault": fault, ...headers });

    it.each<[fault: string, status: number, body: string]>([
      ["html", 502, HTML],
      ['{"error":503,"message":"no","status":503}', 503, failureText(503)],
      ['{"error":1,"message":"Gr\\u00fcn"}', 400, '{"error":1,"message":"Grün"}'],
      ['{"fault":"malformed","delayMs":1}', 200, '{"name":"Monstera'],
    ])("makes its own request fail: %s", async (fault, status, body) => {
      const service = await start();
      expect(await sendWith(service, fault)).toMatchObject({ status, body });
      expect(await post(service, FERN)).toEqual(CREATED);
    });

    it("loses the connection after the plant is created", async () => {
      const service = await start();
      await expect(sendWith(service, '{"fault":"connection","creates":true}')).rejects.toThrow(TypeError);
      expect(service.mock.requests).toMatchObject([{ outcome: "fault", fault: "connection", created: true }]);
    });

    it("precedes credentials and queued faults, which stay queued", async () => {
      const service = await start({ token: "secret" });
      service.mock.failNext("malformed");
      expect((await sendWith(service, "html", { authorization: undefined })).status).toBe(502);
      expect((await post(service, FERN)).body).toBe('{"name":"Monstera');
    });

    it.each([
      ["conection", "X-Mock-Fault: unknown fault conection, did you mean connection?"],
      ["timeout, html", "X-Mock-Fault must be the name of one fault, or one fault object as JSON."],
      ['{"delayMs":-1}', "X-Mock-Fault: delayMs must be a number of milliseconds from 0 to 2147483647."],
      ['{"delayMs":1}, {"delayMs":1}', "X-Mock-Fault must be the name of one fault, or one fault object as JSON."],
      ['{"delayMs":1,"times":2}', expect.stringContaining("X-Mock-Fault: unknown field times.")],
      ["", expect.stringContaining("X-Mock-Fault: unknown fault")],
    ])("that is invalid is refused with the reason: %s", async (fault, message) => {
      const service = await start();
      const { status, body } = await sendWith(service, fault);
      expect([status, JSON.parse(body)]).toEqual([400, { error: 400, message }]);
      expect(service.mock.requests).toMatchObject([{ outcome: "refused", created: false }]);
    });
  });

  it("creates a plant before a timeout, but refuses a request that can't create one", async () => {
    const service = await start({ duplicateIds: "reject", token: async () => true });
    const fault: Fault = { fault: "timeout", creates: true };
    service.mock.failNext(fault, fault, fault);
    const lost = expect(send(service)).rejects.toThrow(TypeError);
    await expect.poll(() => service.mock.plants.size, { interval: 1 }).toBe(1);
    expect([(await post(service, FERN)).status, (await post(service, "{")).status]).toEqual([400, 400]);
    expect(getOutcomes(service)).toEqual(["pending", "refused", "refused"]);
    service.mock.reset();
    await lost;
  });

  describe("mock.failWhen", () => {
    const body = (id: bigint) => `{"id":${id},"name":"Fern","tag":"indoor"}`;

    it("makes requests fail if their plant matches", async () => {
      const service = await start({ token: "test-token" });
      service.mock.failWhen({ id: 9007199254740993n, tag: (tag) => tag === "indoor" }, failure(7));
      expect((await post(service, body(9007199254740992n))).status).toBe(200);
      expect(await postTimes(service, 2, body(9007199254740993n))).toEqual([failureText(7), failureText(7)]);
      expect((await post(service, body(9007199254740993n), { authorization: undefined })).body).toBe(failureText(7));
      expect((await post(service, '{"id":"9007199254740993"}')).status).toBe(400);
      expect(getOutcomes(service)).toEqual(["created", "fault", "fault", "fault", "refused"]);
    });

    it("applies after failNext, in order, up to the number of times, until mock.clearFaults", async () => {
      const service = await start();
      service.mock.failWhen({ tag: "indoor" }, failure(3), { times: 2 });
      service.mock.failWhen({ id: 1n }, failure(4), { times: 2 });
      service.mock.failNext(failure(1), { delayMs: 1 });
      service.mock.failNext(failure(2));
      const usual = '{"name":"Fern","tag":"indoor"}';
      const [first, second, third, fourth] = [1, 2, 3, 4].map(failureText);
      expect(await postTimes(service, 6, body(1n))).toEqual([first, usual, second, third, third, fourth]);
      service.mock.failNext("html");
      service.mock.clearFaults();
      expect(await postTimes(service, 1, body(1n))).toEqual([usual]);
      expect(getOutcomes(service).filter((outcome) => outcome === "created")).toHaveLength(2);
    });
  });

  describe("a pending response", () => {
    const waits: [title: string, fault: Fault | undefined, options?: Parameters<typeof start>[0]][] = [
      ["a time-out", "timeout"],
      ["a fault function that never resolves", () => new Promise(() => {})],
      ["a token function that never resolves", undefined, { token: () => new Promise(() => {}) }],
      ["delayMs", undefined, { delayMs: 1_000_000 }],
    ];

    it.each(waits)("loses its connection when the mock is reset: %s", async (_, fault, options) => {
      const service = await start(options);
      service.mock.failNext(...(fault ? [fault, "html" as const] : []));
      const lost = expect(send(service)).rejects.toThrow(TypeError);
      await arrived(service);
      service.mock.reset();
      await lost;
      expect([service.mock.requests, service.mock.plants.size]).toEqual([[], 0]);
      expect(fault ? await post(service, FERN) : CREATED).toEqual(CREATED);
    });

    it.each(waits)("ends when the request is aborted: %s", async (_, fault, options) => {
      const service = await start(options);
      service.mock.failNext(...(fault ? [fault] : []));
      const controller = new AbortController();
      const aborted = send(service, controller.signal).catch((error) => [error.message, ...getOutcomes(service)]);
      await arrived(service);
      controller.abort(new Error("the user left"));
      const [message, outcome] = (await aborted) as string[];
      expect(message).toBe("the user left");
      if (name === fetchAdapter.name) {
        expect(outcome).toBe("aborted");
      }
      await expect.poll(() => getOutcomes(service), { interval: 1 }).toEqual([seesAborts ? "aborted" : "pending"]);
      expect(service.mock.plants.size).toBe(0);
    });
  });
});

it.each<[Fault, object]>([
  ["connection", { message: "the mock closed the connection: a fault or a reset" }],
  ["unreachable", { message: "connect ECONNREFUSED: a fault", code: "ECONNREFUSED", syscall: "connect" }],
])("rejects as fetch does for %j", async (fault, cause) => {
  const service = await fetchAdapter.start();
  service.mock.failNext(fault);
  await expect(send(service)).rejects.toMatchObject({ message: "fetch failed", cause });
});

describe("a function of the user", () => {
  const mistake = (): never => {
    throw new Error("a mistake with secret-token");
  };
  const fails = (fault: unknown) => (mock: PlantStoreMock) => mock.failNext(fault as Fault);
  const returns = (value: unknown) => fails(() => value);
  const THREW = "threw: a mistake with [redacted]";
  const PROMISE = "condition: the function returned a promise, and conditions are synchronous";
  const INVALID = "The fault function returned an invalid Response:";
  const response = { status: 200, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(0) };
  const locked = new Response("x");
  locked.body?.getReader();

  it.each<[message: string, prepare: (mock: PlantStoreMock) => void, token?: () => Promise<boolean>]>([
    [`The fault function ${THREW}`, fails(mistake)],
    ["The fault function threw: no", fails(() => Promise.reject("no"))],
    [`The token function ${THREW}`, () => {}, async () => mistake()],
    [`A condition of failWhen ${THREW}`, ({ failWhen }) => failWhen(mistake, "html")],
    [`A condition of failWhen threw: ${PROMISE}`, ({ failWhen }) => failWhen(async () => mistake(), "html")],
    [`${INVALID} it is of type string`, returns("no")],
    [`${INVALID} it is null`, returns(null)],
    [`${INVALID} it is another object`, returns({ ...response, status: undefined })],
    [`${INVALID} it is another object`, returns({ ...response, headers: undefined })],
    [`${INVALID} it is another object`, returns({ ...response, arrayBuffer: 1 })],
    [`${INVALID} its body was already read`, returns({ ...response, bodyUsed: true })],
    [`${INVALID} its body was already read`, returns(locked)],
    [
      `${INVALID} it has a header that HTTP doesn't allow`,
      fails(() => new Response("x", { headers: { a: "\u0001" } })),
    ],
    ["The fault function threw: an object that isn't an Error", fails(() => Promise.reject(Object.create(null)))],
  ])("that fails leads to 500: %s", async (message, prepare, token) => {
    const service = await fetchAdapter.start({ token });
    prepare(service.mock);
    expect(await (await send(service)).json()).toEqual({ error: 500, message });
    expect(service.mock.requests).toMatchObject([{ outcome: "fault", status: 500, response: { status: 500 } }]);
  });

  it("may return a Response of another realm", async () => {
    const service = await fetchAdapter.start();
    const arrayBuffer = async () => new TextEncoder().encode("short and stout").buffer;
    returns({ ...response, status: 418, statusText: "", arrayBuffer })(service.mock);
    returns({ ...response, status: 204 })(service.mock);
    returns({ ...response, status: 0, type: "error" })(service.mock);
    expect(await receive(service)).toBe("418 I'm a Teapot null short and stout");
    expect(await receive(service)).toBe("204 No Content null ");
    expect(await receive(service)).toBe("lost");
  });
});

describe("a fault in process and over HTTP", () => {
  const FORMS =
    "fault must be the name of a fault, { error, message, status, headers, delayMs, creates }, { fault, delayMs, creates }, { delayMs, creates } or, in code, a function";
  const NAMES = "Known: connection, unreachable, timeout, malformed, html";
  const REQUIRED = "fault: error is required; message is required";
  const KNOWN = "fault: unknown field bogus. Known: error, message, status, headers, delayMs, creates, fault";
  const STATUS = "fault: status must be an integer from 200 to 599 that allows a body";
  const HEADERS = "fault: headers must be an object of valid header names and values";
  const UNREACHABLE = 'fault: "unreachable" can\'t be combined with creates: the request never arrives';
  const DELAY = "fault: delayMs must be a number of milliseconds from 0 to 2147483647";
  const NO_CONDITION = "condition must be an object with fields of a plant, or a function";
  const FRAMING = "fault: headers must not include Content-Length, which the mock sets";

  const queueJson = async (json: string) => (await mockApp().control("POST", "/faults", json))[1];

  const refusedJson = (problem: string): string =>
    JSON.stringify({ error: 400, message: `Invalid body: ${problem}${problem.endsWith("?") ? "" : "."}` });

  it.each<[fault: unknown, problem: string]>([
    [7, FORMS],
    ["conection", "fault: unknown fault conection, did you mean connection?"],
    ["toString", `fault: unknown fault toString. ${NAMES}`],
    [{}, REQUIRED],
    [{ status: 503, delayMs: 5 }, REQUIRED],
    [{ ...failure(7), status: 204 }, STATUS],
    [{ ...failure(7), status: 199 }, STATUS],
    [{ ...failure(7), status: 1200 }, STATUS],
    [{ ...failure(7), status: 2000 }, STATUS],
    [{ ...failure(7), status: "400" }, STATUS],
    [{ ...failure(7), headers: { "a b": "c" } }, HEADERS],
    [{ ...failure(7), headers: { a: "b", c: "d\u0001" } }, HEADERS],
    [{ ...failure(7), headers: [["a", "b"]] }, HEADERS],
    [{ ...failure(7), headers: { "Content-Length": "1" } }, FRAMING],
    [{ delayMs: "5" }, DELAY],
    [{ delayMs: 2 ** 31 }, DELAY],
    [{ delayMs: 1, bogus: 1 }, KNOWN],
    [{ fault: "htm" }, "fault: unknown fault htm, did you mean html?"],
    [{ fault: 7 }, "fault: fault must be the name of a fault"],
    [{ fault: "html", status: 503 }, "fault: fault can't be combined with error, message, status or headers"],
    [{ fault: "html", creates: 1 }, "fault: creates must be true or false"],
    [{ fault: "unreachable", creates: true }, UNREACHABLE],
  ])("is refused: %j", async (fault, problem) => {
    expect(() => createPlantStoreMock().failNext(fault as Fault)).toThrow(new TypeError(problem));
    expect(await queueJson(JSON.stringify(fault))).toBe(refusedJson(problem));
  });

  it.each<Fault>([
    { ...failure(7), status: 200, headers: { "retry-after": "1" }, delayMs: 5, creates: true },
    { fault: "unreachable", creates: false },
    { delayMs: 2147483647 },
    { error: undefined, fault: "html" } as never,
  ])("is accepted: %j", async (fault) => {
    expect(() => createPlantStoreMock().failNext(fault)).not.toThrow();
    expect(await queueJson(JSON.stringify(fault))).toBe(JSON.stringify([fault]));
  });

  it.each<[Record<string, unknown>, problem: string]>([
    [{ when: "Fern", fault: "html" }, NO_CONDITION],
    [{ when: { name: "Fern" }, fault: "toString" }, `fault: unknown fault toString. ${NAMES}`],
    [{ when: { name: "Fern" }, fault: "html", times: 0 }, "fault: times must be an integer of 1 or more"],
    [{ when: { name: "Fern" }, fault: "html", time: 1 }, "fault: unknown option time, did you mean times?"],
    [{ fault: "html", times: 2 }, NO_CONDITION],
  ])("is refused with a condition: %j", async ({ when, fault, ...options }, problem) => {
    const { failWhen } = createPlantStoreMock();
    expect(() => failWhen(when as never, fault as Fault, options)).toThrow(new TypeError(problem));
    expect(await queueJson(JSON.stringify({ when, fault, ...options }))).toBe(refusedJson(problem));
  });

  it.each([2, null])("is refused with options that are %j", (options) => {
    const message = "fault: the options must be an object, such as { times: 2 }";
    expect(() => createPlantStoreMock().failWhen({}, "html", options as never)).toThrow(new TypeError(message));
  });

  it("is named by its index if there are several, and none is queued", async () => {
    const service = await fetchAdapter.start();
    const message = "faults[1]: delayMs must be a number of milliseconds from 0 to 2147483647";
    expect(() => service.mock.failNext("html", { delayMs: -1 })).toThrow(new TypeError(message));
    expect(await queueJson('["html",{"delayMs":-1}]')).toBe(refusedJson(message));
    expect(await queueJson('["html",{"when":5}]')).toBe(refusedJson(`faults[1]: ${NO_CONDITION}`));
    expect(await post(service, FERN)).toEqual(CREATED);
  });

  it("is one of at most 1,000", async () => {
    const { mock, ...service } = await fetchAdapter.start();
    const message = "at most 1000 faults can wait: clear them first";
    expect(() => mock.failNext(...Array<Fault>(1_001).fill("html"))).toThrow(new TypeError(message));
    expect(await post(service, FERN)).toEqual(CREATED);
    mock.failNext(...Array<Fault>(1_000).fill("html"));
    expect(() => mock.failWhen({}, "html")).toThrow(new TypeError(message));
    await post(service, FERN);
    mock.failWhen({}, "html");
  });

  it("is for the next request when it is queued while a body arrives", async () => {
    const service = await fetchAdapter.start();
    const response = service.mock.fetch(new Request(`${baseUrl}/plants`, { method: "POST", body: FERN }));
    service.mock.failNext("html");
    expect([(await response).status, (await post(service, FERN)).status]).toEqual([400, 502]);
  });
});
