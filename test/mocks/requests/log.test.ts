import type { Fault, PlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { baseUrl, startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { post } from "../../support/post.ts";

describe("mock.requests", () => {
  it("has records that don't change for who has read them", async () => {
    const { mock, ...service } = startMock();
    const response = post(service, FERN_JSON);
    const [before] = mock.requests;
    await response;
    expect([before?.outcome, mock.requests[0]?.outcome]).toEqual(["pending", "created"]);
  });
});

describe("mock.clearRequests", () => {
  it("removes a pending request for good", async () => {
    const { mock, ...service } = startMock();
    const response = post(service, FERN_JSON);
    mock.clearRequests();
    expect((await response).status).toBe(200);
    expect(mock.requests).toEqual([]);
  });
});

describe("the limit of 1,000 records", () => {
  async function send({ fetch }: PlantStoreMock, count: number) {
    for (let number = 1; number <= count; number++) {
      await fetch(`${baseUrl}/plants?${number}`, { method: "POST" });
    }
  }

  it("drops the oldest record", async () => {
    const { mock } = startMock();
    await send(mock, 1_001);
    expect(mock.requests).toHaveLength(1_000);
    expect(mock.requests[0]?.url).toBe(`${baseUrl}/plants?2`);
  });
});

describe("the limit of 16 MiB of text in the records", () => {
  const LONG = "x".repeat(2 ** 20 - 1_000);
  const LONGER_THAN_ALL = "x".repeat(2 ** 24 + 1);

  interface Long {
    readonly query?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly fault?: Fault;
  }

  async function send({ fetch, failNext }: PlantStoreMock, { query = "", fault, ...init }: Long, count = 1) {
    const headers = { authorization: "Bearer any", "content-type": "application/json", ...init.headers };
    for (let sent = 0; sent < count; sent++) {
      failNext(...(fault === undefined ? [] : [fault]));
      await fetch(`${baseUrl}/plants?${query}`, { method: "POST", body: FERN_JSON, ...init, headers });
    }
  }

  const TAGGED = JSON.stringify({ id: 1, name: "Fern", tag: LONG });

  it.each<[text: string, request: Long, kept: number]>([
    ["a URL", { query: LONG }, 16],
    ["a header", { headers: { "x-long": LONG } }, 16],
    ["a header's name", { headers: { [LONG]: "" } }, 16],
    ["a body", { body: LONG }, 16],
    ["a body, a name and a response", { body: JSON.stringify({ id: 1, name: LONG }) }, 5],
    ["a body and a tag", { body: TAGGED, fault: 503 }, 8],
    ["a response", { fault: { error: 1, message: LONG } }, 16],
    ["a header of a response", { fault: { status: 503, headers: { "x-long": LONG } } }, 16],
  ])("keeps the newest records: %s", async (_, request, kept) => {
    const { mock } = startMock();
    await send(mock, request, 18);
    const newest = Array.from({ length: kept }, (_, index) => ({ number: 18 - kept + index + 1 }));
    expect(mock.requests).toHaveLength(kept);
    expect(mock.requests).toMatchObject(newest);
  });

  it("keeps the newest record whole, however long it is", async () => {
    const { mock } = startMock();
    await send(mock, { fault: { error: 1, message: LONGER_THAN_ALL } }, 2);
    const body = JSON.stringify({ error: 1, message: LONGER_THAN_ALL });
    expect(mock.requests).toMatchObject([{ number: 2, response: { body } }]);
  });

  it("drops an old record whose response is too long", async () => {
    const { mock } = startMock();
    const late = send(mock, { fault: { error: 1, message: LONGER_THAN_ALL, delayMs: 1 } });
    await send(mock, {});
    expect(mock.requests).toMatchObject([{ number: 1, outcome: "pending" }, { number: 2 }]);
    await late;
    expect(mock.requests).toMatchObject([{ number: 2 }]);
    await send(mock, { query: LONG }, 17);
    expect(mock.requests).toHaveLength(16);
  });

  it("starts anew when the records are cleared", async () => {
    const { mock } = startMock();
    await send(mock, { query: LONG }, 12);
    mock.clearRequests();
    await send(mock, { query: LONG }, 12);
    expect(mock.requests).toHaveLength(12);
  });

  it("doesn't count a record that was cleared while its request was pending", async () => {
    const { mock } = startMock();
    const late = send(mock, { fault: { error: 1, message: LONG, delayMs: 1 } });
    mock.clearRequests();
    await late;
    await send(mock, { query: LONG }, 17);
    expect(mock.requests).toHaveLength(16);
  });
});
