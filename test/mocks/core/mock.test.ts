import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { FERN_JSON, fern } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";
import { FERN_RESPONSE, post } from "../../support/post.ts";

describe("mock.reset", () => {
  it("restores the initial plants", () => {
    const { mock } = startMock({ plants: [fern] });
    mock.plants.add({ id: 2, name: "Moss" });
    mock.reset();
    expect(mock.plants.all()).toEqual([fern]);
  });

  it("clears the requests", async () => {
    const { mock, ...service } = startMock();
    await post(service, FERN_JSON);
    mock.reset();
    expect(mock.requests).toEqual([]);
  });

  it("clears the faults", async () => {
    const { mock, ...service } = startMock();
    mock.failNext("html");
    mock.reset();
    expect(await post(service, FERN_JSON)).toEqual(FERN_RESPONSE);
  });
});

it("a mock shows what is documented", () => {
  expect(Object.keys(startMock().mock).sort()).toEqual([
    "clearFaults",
    "clearRequests",
    "failNext",
    "failWhen",
    "fetch",
    "plants",
    "requests",
    "reset",
  ]);
});

it("a mock can't be changed", () => {
  expect(Object.isFrozen(startMock().mock)).toBe(true);
});

describe("an enumerable property on Object.prototype", () => {
  beforeEach(() => {
    Object.assign(Object.prototype, { extend: () => {} });
  });

  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "extend");
  });

  it("doesn't change faults", async () => {
    const { mock, ...service } = startMock();
    mock.failNext({ status: 503 });
    mock.failWhen({ id: 1 }, { fault: "html" }, { times: 1 });
    const statuses = [await post(service, FERN_JSON), await post(service, FERN_JSON), await post(service, FERN_JSON)];
    expect(statuses.map(({ status }) => status)).toEqual([503, 502, 200]);
  });

  it("doesn't change the control API", async () => {
    const { control } = mockApp();
    expect(await control("POST", "/faults", '{"when":{"id":1},"fault":"html"}')).toEqual([
      201,
      '[{"number":1,"fault":"html","when":{"id":1}}]',
    ]);
  });
});
