import { describe, expect, it } from "vitest";
import { RecordBudget, RequestLog } from "../../mocks/requests.ts";

const request = new Request("https://plants.example.com/plants", { method: "POST" });

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
    for (let id = 0; id < 40; id++) {
      record(id, 2 ** 20);
    }
    // Each takes 2 MiB for its plant and 128 KiB for the text of its body.
    expect([ids().length, ids().at(-1)]).toEqual([30, 39n]);
  });

  const long = "x".repeat(2 ** 20);
  const { method, url, headers } = request;
  const manyHeaders = new Headers(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x-${index}`, "x"])));

  // A million characters take 2 MiB. 5,000 headers of 7 characters take 1 MiB.
  it.each<[string, number, Parameters<RequestLog["begin"]>[0], Record<string, string>]>([
    ["URLs", 31, { method, url: `${url}?${long}`, headers }, {}],
    ["headers of requests", 31, { method, url, headers: new Headers({ "x-long": long }) }, {}],
    ["headers of responses", 31, request, { "x-long": long }],
    ["many short headers", 62, { method, url, headers: manyHeaders }, {}],
  ])("keeps fewer requests with long or many parts: %s", (_, kept, head, responseHeaders) => {
    const { log } = startLog();
    for (let id = 0; id < 70; id++) {
      log.begin(head).finish("fault", { status: 400, headers: responseHeaders, body: "" });
    }
    expect(log.size).toBe(kept);
  });

  it("doesn't count the rest of a body that was refused", () => {
    const { log } = startLog();
    for (let id = 0; id < 100; id++) {
      const entry = log.begin(request);
      entry.setBody(new Uint8Array(2 ** 20), { newPlant: { id, name: "Fern" } });
      entry.finish("refused");
    }
    expect(log.size).toBe(100);
  });

  it("is shared by several logs, which clear only their own requests", () => {
    const budget = new RecordBudget();
    const [one, two] = [startLog(budget), startLog(budget)];
    for (let id = 0; id < 700; id++) {
      one.record(id, 1);
      two.record(id, 1);
    }
    expect([one.ids().length, two.ids().length]).toEqual([500, 500]);
    const before = one.log.list();
    two.record(700, 1);
    expect(one.log.list()).toHaveLength(before.length - 1);
    one.log.clear();
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
