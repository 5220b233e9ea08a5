import type { Fault, PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { baseUrl, startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { getRejection } from "../../support/get-rejection.ts";
import { errorResponse, FERN_RESPONSE, post } from "../../support/post.ts";

const failure = (error: number) => ({ error, message: "no" });
const failedWith = (error: number) => errorResponse(400, error, "no");

async function postTimes(mock: PlantStoreMock, count: number) {
  const responses = [];
  for (let i = 0; i < count; i++) {
    responses.push(await post({ fetch: mock.fetch, baseUrl }, FERN_JSON));
  }
  return responses;
}

describe("mock.failNext", () => {
  it("makes the next requests fail in order", async () => {
    const { mock } = startMock();
    mock.failNext(failure(1), failure(2));
    mock.failNext(failure(3));
    expect(await postTimes(mock, 4)).toEqual([failedWith(1), failedWith(2), failedWith(3), FERN_RESPONSE]);
  });

  it("is for a request whose body still arrives", async () => {
    const { mock, fetch } = startMock();
    const response = fetch(new Request(`${baseUrl}/plants`, { method: "POST", body: FERN_JSON }));
    mock.failNext("html");
    expect((await response).status).toBe(502);
  });
});

describe("mock.failWhen", () => {
  it("makes every request fail whose plant matches", async () => {
    const { mock } = startMock();
    mock.failWhen({ id: 1 }, failure(1));
    expect(await postTimes(mock, 3)).toEqual([failedWith(1), failedWith(1), failedWith(1)]);
  });

  it("doesn't apply to a request that failNext makes fail", async () => {
    const { mock } = startMock();
    mock.failWhen({ id: 1 }, failure(2), { times: 1 });
    mock.failNext(failure(1));
    expect(await postTimes(mock, 3)).toEqual([failedWith(1), failedWith(2), FERN_RESPONSE]);
  });

  it("responds with 500 when its condition returns a promise", async () => {
    const { mock } = startMock();
    mock.failWhen(() => Promise.reject(new Error("a mistake")), "html");
    const problem = "condition: the function returned a promise, and conditions are synchronous";
    expect(await postTimes(mock, 1)).toEqual([errorResponse(500, 500, `A condition of failWhen threw: ${problem}`)]);
  });

  it("loses the connection when its condition resets the mock", async () => {
    const { mock } = startMock();
    const condition = () => {
      mock.reset();
      return true;
    };
    mock.failWhen(condition, "html");
    expect(await getRejection(postTimes(mock, 1))).toMatchObject({ message: "fetch failed" });
  });
});

describe("mock.clearFaults", () => {
  it("removes the queued faults", async () => {
    const { mock } = startMock();
    mock.failWhen({}, "html");
    mock.clearFaults();
    expect(await postTimes(mock, 1)).toEqual([FERN_RESPONSE]);
  });
});

describe("the limit of 1,000 faults", () => {
  const MESSAGE = "faults: at most 1000 can be queued. Clear them first";
  const fill = (mock: PlantStoreMock) => mock.failNext(...Array<Fault>(1_000).fill("html"));

  it("applies to failWhen", () => {
    const { mock } = startMock();
    fill(mock);
    expect(() => mock.failWhen({}, "html")).toThrow(new TypeError(MESSAGE));
  });

  it("leaves room for a fault when another has applied", async () => {
    const { mock } = startMock();
    fill(mock);
    await postTimes(mock, 1);
    expect(() => mock.failWhen({}, "html")).not.toThrow();
  });
});
