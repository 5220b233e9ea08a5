import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { handler, POST } from "../../docs/snippets/create-plant-function.ts";

const mock = createPlantStoreMock();
const VALUES = '{"id":"9007199254740993","name":"Färn"}';
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

const invoke = async (event: Parameters<typeof handler>[0], remainingMs = 9_000) => {
  const response = handler(event, { getRemainingTimeInMillis: () => remainingMs });
  await vi.advanceTimersByTimeAsync(8_000);
  const { statusCode, body } = await response;
  return { status: statusCode, body: JSON.parse(body) };
};

const post = async (body: string, bodyDelayMs = 0) => {
  const stream = new ReadableStream({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, bodyDelayMs));
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  const init = { method: "POST", body: stream, duplex: "half" };
  const response = POST(new Request("https://a.example", init));
  await vi.advanceTimersByTimeAsync(8_000);
  const { status } = await response;
  return { status, body: await (await response).json() };
};

describe.each([
  { entry: "handler", send: (body: string) => invoke({ body }) },
  { entry: "POST", send: post },
])("the function with a time limit, called by $entry", ({ send }) => {
  it("creates the plant of the event, with its exact id", async () => {
    expect(await send(VALUES)).toEqual({ status: 201, body: { name: "Färn" } });
    expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Färn" }]);
    expect(console.error).not.toHaveBeenCalled();
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

it("sends nothing if too little time is left", async () => {
  expect(await invoke({ body: VALUES }, 1_400)).toEqual({
    status: 503,
    body: { message: LATER, mayHaveBeenCreated: false },
  });
  expect(mock.requests).toEqual([]);
});

it("counts the time that the body takes", async () => {
  mock.failNext({ delayMs: 4_999 }, { delayMs: 5_001 });
  expect(await post(VALUES, 3_000)).toEqual({ status: 201, body: { name: "Färn" } });
  expect(await post(VALUES, 3_000)).toEqual({ status: 502, body: { message: MAYBE, mayHaveBeenCreated: true } });
});

it("sends nothing if the body takes too long", async () => {
  expect(await post(VALUES, 7_600)).toEqual({ status: 503, body: { message: LATER, mayHaveBeenCreated: false } });
  expect(mock.requests).toEqual([]);
});
