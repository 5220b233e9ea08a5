import { describe, expect, it } from "vitest";
import { createPlantStoreMock } from "../../mocks/mock.ts";
import { RecordBudget, RequestLog } from "../../mocks/requests.ts";

const request = new Request("https://plants.example.com/plants", { method: "POST" });

/** A log that records requests with bodies of so many bytes. */
function startLog(budget = new RecordBudget()) {
  const log = new RequestLog(budget, [], () => {});
  const record = (id: number, bytes: number) => {
    const body = new TextEncoder().encode(`{"id":${id},"name":"${"x".repeat(bytes)}"}`);
    const entry = log.begin(request);
    entry.setBody(body, { newPlant: { id, name: "Fern" } });
    entry.finish("created");
  };
  return { log, record, ids: () => log.list().map(({ newPlant }) => newPlant?.id) };
}

describe("RecordBudget", () => {
  it("keeps the last 1,000 requests", () => {
    const { record, ids } = startLog();
    for (let id = 0; id < 1_005; id++) {
      record(id, 1);
    }
    expect([ids().length, ids()[0], ids().at(-1)]).toEqual([1_000, 5n, 1_004n]);
  });

  it("keeps fewer requests when their bodies are large", () => {
    const { record, ids } = startLog();
    for (let id = 0; id < 100; id++) {
      record(id, 2 ** 20);
    }
    expect(ids().at(-1)).toBe(99n);
    expect(ids().length).toBeGreaterThan(20);
    expect(ids().length).toBeLessThanOrEqual(32);
  });

  it("counts long URLs and the headers of responses", async () => {
    const mock = createPlantStoreMock();
    const send = async (query: string, value: string) => {
      mock.failNext({ error: 1, message: "no", headers: { "x-long": value } });
      await mock.fetch(`https://plants.example.com/plants?${query}`, { method: "POST" });
    };
    for (let id = 0; id < 100; id++) {
      await send("x".repeat(2 ** 20), "");
    }
    expect(mock.requests.length).toBeLessThanOrEqual(32);
    mock.clearRequests();
    for (let id = 0; id < 100; id++) {
      await send("", "x".repeat(2 ** 20));
    }
    expect(mock.requests.length).toBeLessThanOrEqual(32);
  });

  it("is shared by several logs, which clear only their own requests", () => {
    const budget = new RecordBudget();
    const [one, two] = [startLog(budget), startLog(budget)];
    for (let id = 0; id < 700; id++) {
      one.record(id, 1);
      two.record(id, 1);
    }
    expect([one.ids().length, two.ids().length]).toEqual([500, 500]);
    one.log.clear();
    two.record(700, 1);
    expect([one.ids().length, two.ids().length]).toEqual([0, 501]);
  });

  it("doesn't count a request that was cleared before its body arrived", () => {
    const { log, record, ids } = startLog();
    const cleared = Array.from({ length: 100 }, () => log.begin(request));
    log.clear();
    for (const entry of cleared) {
      entry.setBody(new Uint8Array(2 ** 20), { newPlant: { id: 1, name: "Fern" } });
    }
    record(2, 2 ** 20);
    expect(ids()).toEqual([2n]);
  });
});
