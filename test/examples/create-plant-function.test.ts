import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { handler, POST } from "../../examples/serverless/create-plant-function.ts";

const mock = createPlantStoreMock();
const VALUES = '{"id":"9007199254740993","name":"Färn"}';
const MULTIPART = [
  "--x",
  'Content-Disposition: form-data; name="id"',
  "",
  "9007199254740993",
  "--x",
  'Content-Disposition: form-data; name="name"',
  "",
  "Färn",
  "--x--",
  "",
].join("\r\n");
const MAYBE = "The plant may have been created. Sending it again could create it twice.";
const OUR_SIDE = "The plant wasn't created. Something is wrong on our side.";
const LATER = "The plant wasn't created. Try again later.";

beforeEach(() => {
  mock.reset();
  vi.stubGlobal("fetch", mock.fetch);
  vi.stubEnv("PLANT_STORE_TOKEN", "any-token");
  vi.spyOn(console, "error").mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  };
});

/** `remainingMs` is `null` if there is no context. */
const invoke = async (event: Parameters<typeof handler>[0], remainingMs: number | null = 9_000) => {
  const context = remainingMs === null ? undefined : { getRemainingTimeInMillis: () => remainingMs };
  const response = handler(event, context);
  await vi.advanceTimersByTimeAsync(8_000);
  const { statusCode, body } = await response;
  return { status: statusCode, body: JSON.parse(body) };
};

const post = async (body: string, { bodyDelayMs = 0, type = "application/json" } = {}) => {
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      if (bodyDelayMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, bodyDelayMs));
      }
      controller.close();
    },
  });
  const init = { method: "POST", headers: { "content-type": type }, body: stream, duplex: "half" };
  const response = POST(new Request("https://a.example", init));
  await vi.advanceTimersByTimeAsync(8_000);
  const { status } = await response;
  return { status, body: await (await response).json() };
};

describe.each([
  {
    entry: "handler",
    send: (body: string, type = "application/json") => invoke({ headers: { "Content-Type": type }, body }),
  },
  { entry: "POST", send: (body: string, type?: string) => post(body, { type }) },
])("the function with a time limit, called by $entry", ({ send }) => {
  it("creates the plant of the event, with its exact id", async () => {
    expect(await send(VALUES)).toEqual({ status: 201, body: { name: "Färn" } });
    expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Färn" }]);
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    ["application/x-www-form-urlencoded", "id=9007199254740993&name=F%C3%A4rn"],
    ["multipart/form-data; boundary=x", MULTIPART],
    ["text/plain", VALUES],
  ])("creates the plant of a body with the type %j", async (type, body) => {
    expect(await send(body, type)).toEqual({ status: 201, body: { name: "Färn" } });
    expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Färn" }]);
  });

  it.each([
    ["application/x-www-form-urlencoded", "id=a+dozen&name=Fern"],
    ["multipart/form-data; boundary=x", "not a form"],
  ])("returns the issues of an invalid form with the type %j", async (type, body) => {
    expect(await send(body, type)).toMatchObject({ status: 422, body: { issues: [expect.anything()] } });
    expect(mock.requests).toEqual([]);
  });

  it.each<[Fault, number, object]>([
    [{ delayMs: 7_999 }, 201, { name: "Färn" }],
    [{ delayMs: 8_001 }, 502, { message: MAYBE, mayHaveBeenCreated: true }],
    [429, 503, { message: LATER, mayHaveBeenCreated: false }],
    [401, 500, { message: OUR_SIDE, mayHaveBeenCreated: false }],
    [
      { error: 7, message: "No room" },
      422,
      { message: "The plant wasn't created: No room", mayHaveBeenCreated: false },
    ],
  ])("responds before its time is up, after the fault %j", async (fault, status, body) => {
    mock.failNext(fault);
    expect(await send(VALUES)).toEqual({ status, body });
  });

  it.each(["", "not JSON", "null", "[]", '{"id":"a dozen","name":"Fern"}'])(
    "returns the issues of %j",
    async (body) => {
      expect(await send(body)).toMatchObject({ status: 422, body: { issues: [expect.anything()] } });
      expect(mock.requests).toEqual([]);
    },
  );

  it("logs a failure with the plant's id", async () => {
    mock.failNext("connection");
    await send(VALUES);
    expect(vi.mocked(console.error).mock.calls).toEqual([["Plant 9007199254740993:", expect.any(Error)]]);
  });
});

it("reads a body that AWS has encoded", async () => {
  const body = Buffer.from(VALUES).toString("base64");
  expect(await invoke({ body, isBase64Encoded: true })).toEqual({ status: 201, body: { name: "Färn" } });
});

it("reads a form that AWS has encoded", async () => {
  const body = Buffer.from("id=9007199254740993&name=F%C3%A4rn").toString("base64");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect(await invoke({ headers, body, isBase64Encoded: true })).toEqual({ status: 201, body: { name: "Färn" } });
});

it.each([{}, { headers: null }, { headers: { "x-name": "植物" } }])("reads JSON of an event with %j", async (event) => {
  expect(await invoke({ ...event, body: VALUES })).toEqual({ status: 201, body: { name: "Färn" } });
});

it.each(["content-type", "Content-Type", "Content-type", "CONTENT-TYPE"])(
  "reads a form with the header %s",
  async (name) => {
    const headers = { [name]: "application/x-www-form-urlencoded" };
    expect(await invoke({ headers, body: "id=1&name=Fern" })).toEqual({ status: 201, body: { name: "Fern" } });
  },
);

it.each([
  { limit: "its own limit", remainingMs: 20_000, limitMs: 8_000 },
  { limit: "its own limit, without a context", remainingMs: null, limitMs: 8_000 },
  { limit: "what the platform has left", remainingMs: 5_000, limitMs: 4_000 },
])("responds before $limit is over", async ({ remainingMs, limitMs }) => {
  mock.failNext({ delayMs: limitMs - 1 }, { delayMs: limitMs + 1 });
  expect(await invoke({ body: VALUES }, remainingMs)).toEqual({ status: 201, body: { name: "Färn" } });
  const inDoubt = { status: 502, body: { message: MAYBE, mayHaveBeenCreated: true } };
  expect(await invoke({ body: VALUES }, remainingMs)).toEqual(inDoubt);
});

it("sends nothing if too little time is left", async () => {
  expect(await invoke({ body: VALUES }, 1_400)).toEqual({
    status: 503,
    body: { message: LATER, mayHaveBeenCreated: false },
  });
  expect(mock.requests).toEqual([]);
});

it("counts the time that the body takes", async () => {
  mock.failNext({ delayMs: 4_999 }, { delayMs: 5_001 });
  expect(await post(VALUES, { bodyDelayMs: 3_000 })).toEqual({ status: 201, body: { name: "Färn" } });
  const inDoubt = { status: 502, body: { message: MAYBE, mayHaveBeenCreated: true } };
  expect(await post(VALUES, { bodyDelayMs: 3_000 })).toEqual(inDoubt);
});

it("responds and sends nothing if the body takes too long", async () => {
  const tooLate = { status: 503, body: { message: LATER, mayHaveBeenCreated: false } };
  expect(await post(VALUES, { bodyDelayMs: 7_600 })).toEqual(tooLate);
  expect(mock.requests).toEqual([]);
});
