import type { PlantStoreMock } from "plant-store-sdk/mocks";
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
