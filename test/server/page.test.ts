import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PAGE_FAULTS } from "../../mocks/explain-fault.ts";
import type { ShownRequest } from "../../mocks/server/events.ts";
import { Sessions } from "../../mocks/server/sessions.ts";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const CONTRACT = readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8");
const PAGE_FILES = readdirSync(new URL("../../mocks/server/page", import.meta.url));

const pageFile = (name: string) => readFileSync(new URL(`../../mocks/server/page/${name}`, import.meta.url), "utf8");

/** In real time, at most four events a second would arrive. */
async function openEvents(url: string) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const response = await fetch(url);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  let text = "";
  return {
    response,
    async next() {
      vi.advanceTimersByTime(1_000);
      while (!text.includes("\n\n")) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) {
          throw new Error("The events ended.");
        }
        text += value;
      }
      const [event = "", ...rest] = text.split("\n\n");
      text = rest.join("\n\n");
      expect(event).toMatch(/^data: /);
      return JSON.parse(event.slice("data: ".length));
    },
  };
}

describe("GET /", () => {
  it("serves the page with all its files, which run and load nothing from elsewhere", async () => {
    const { url } = await mockServer();
    const page = await fetch(`${url}/?session=a`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const linked = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path]) => path ?? "");
    const imported = PAGE_FILES.filter((name) => name.endsWith(".js")).map((name) => `/__mock/page/${name}`);
    const types: Readonly<Record<string, string>> = {
      css: "text/css",
      js: "text/javascript",
      svg: "image/svg+xml",
      yaml: "text/yaml",
    };
    for (const path of new Set([...linked, ...imported])) {
      const response = await fetch(url + path);
      expect([path, response.status]).toEqual([path, 200]);
      const type = types[path.replace(/.*\./, "")] ?? "application/json";
      expect(response.headers.get("content-type")).toContain(type);
    }
  });

  it.each(PAGE_FILES)("has no inline code, and adds text only as text: %s", (name) => {
    expect(pageFile(name)).not.toMatch(
      / on[a-z]+="|\bstyle="|<style|<script(?! type="module" src=)|@import|\burl\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
    );
  });

  it("adds the examples in its forms", async () => {
    const { url, mock } = await mockServer();
    const [plant = "", fault = ""] = [...pageFile("index.html").matchAll(/<textarea[^>]*>([^<]*)/g)].map(
      ([, text]) => text,
    );
    expect((await fetch(`${url}/__mock/plants`, { method: "POST", body: plant })).status).toBe(201);
    expect((await fetch(`${url}/__mock/faults`, { method: "POST", body: fault })).status).toBe(201);
    expect(mock.plants.size).toBe(1);
  });
});

describe("GET /__mock/openapi.yaml", () => {
  it("returns the contract", async () => {
    const { url } = await mockServer();
    expect(await (await fetch(`${url}/__mock/openapi.yaml`)).text()).toBe(CONTRACT);
  });
});

describe("GET /__mock/events", () => {
  it("sends a snapshot at once, and one after each change", async () => {
    const { url, mock } = await mockServer({ plants: [{ id: 9007199254740993n, name: "<b>Fern</b>", tag: "indoor" }] });
    const events = await openEvents(`${url}/__mock/events`);
    expect(events.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await events.next()).toEqual({
      plants: [{ id: "9007199254740993", name: "<b>Fern</b>", tag: "indoor" }],
      plantCount: 1,
      requests: [],
      requestCount: 0,
      faults: [],
      faultCount: 0,
      sessions: [],
      operation: { method: "POST", path: "/plants" },
      outcomes: ["pending", "created", "refused", "fault", "aborted"],
      faultKinds: PAGE_FAULTS,
    });
    mock.failNext({ error: 17, message: "No room", status: 409 });
    expect(await events.next()).toMatchObject({
      faults: [{ number: expect.any(Number), title: "Error 17 “No room”", details: "status 409" }],
      faultCount: 1,
    });
    mock.reset();
    await post({ fetch, baseUrl: `${url}/v1` }, '{"id":-5,"name":"Moss"}');
    await post({ fetch, baseUrl: `${url}/v1` }, '{"id":-5}');
    const { requests, ...state } = await events.next();
    expect(state).toMatchObject({ plants: [{ id: "-5", name: "Moss" }, { id: "9007199254740993" }], plantCount: 2 });
    expect(requests).toEqual([
      {
        number: expect.any(Number),
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        durationMs: expect.any(Number),
        path: "/v1/plants",
        title: "POST /v1/plants",
        outcome: "refused",
        status: 400,
        reason: expect.stringContaining("name is required"),
      },
      expect.objectContaining({ id: "-5", title: "Moss", outcome: "created", status: 200 }),
    ]);
  });

  it("says why a request failed", async () => {
    const { url, mock } = await mockServer();
    mock.failNext({ error: 1, message: "No room" }, "html", "connection", "timeout");
    await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}');
    await post({ fetch, baseUrl: url }, '{"id":2,"name":"Fern"}');
    await expect(post({ fetch, baseUrl: url }, '{"id":3,"name":"Fern"}')).rejects.toThrow("fetch failed");
    const pending = expect(post({ fetch, baseUrl: url }, '{"id":4,"name":"Fern"}')).rejects.toThrow("fetch failed");
    await vi.waitUntil(() => mock.requests.length === 4);
    const { requests } = await (await openEvents(`${url}/__mock/events`)).next();
    expect(requests.map(({ status, outcome, reason }: ShownRequest) => [status, outcome, reason])).toEqual([
      [undefined, "pending", undefined],
      [undefined, "fault", "No response was sent."],
      [502, "fault", undefined],
      [400, "fault", "No room"],
    ]);
    mock.reset();
    await pending;
  });

  it("bounds a snapshot in number and length", async () => {
    const { url, mock } = await mockServer();
    const { fetch } = mock;
    mock.plants.add(
      ...Array.from({ length: 150 }, (_, id) => ({ id, name: "x".repeat(1_000), tag: "y".repeat(1_000) })),
    );
    for (let id = 150; id < 355; id++) {
      await post({ fetch, baseUrl: url }, `{"id":${id},"name":"Moss"}`);
    }
    mock.failNext(...Array.from({ length: 60 }, () => ({ error: 1, message: "z".repeat(1_000) })));
    const state = await (await openEvents(`${url}/__mock/events`)).next();
    expect([state.plants.length, state.plantCount, state.plants[0].id, state.plants[99].id]).toEqual([
      100,
      355,
      "354",
      "255",
    ]);
    expect([state.requests.length, state.requestCount, state.requests[0].id, state.requests[199].id]).toEqual([
      200,
      205,
      "354",
      "155",
    ]);
    expect([state.faults.length, state.faultCount, state.faults[0].title.length]).toEqual([50, 60, 200]);
  });

  it("shows one session, and the names of all", async () => {
    const { url, session } = await mockServer();
    const events = await openEvents(`${url}/__mock/events`);
    expect(await events.next()).toMatchObject({ sessions: [] });
    session("worker 1").plants.add({ id: 1, name: "Fern" });
    expect(await events.next()).toMatchObject({ sessions: ["worker 1"], plantCount: 0 });
    const sessionEvents = await openEvents(`${url}/__mock/events?session=worker%201`);
    expect(await sessionEvents.next()).toMatchObject({ sessions: ["worker 1"], plantCount: 1 });
  });
});

describe("an event stream", () => {
  function createStream() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, mock, events } = new Sessions({}).default;
    const takeSnapshot = vi.spyOn(state.requests, "latest");
    const subscribe = vi.spyOn(state, "subscribe");
    const open = () => {
      const reader = events.open().body?.getReader();
      const read = async () => {
        const text = new TextDecoder().decode((await reader?.read())?.value);
        expect(text).toMatch(/^data: .*\n\n$/);
        return JSON.parse(text.slice("data: ".length)).plantCount;
      };
      return { read, cancel: () => reader?.cancel() };
    };
    return { open, takeSnapshot, subscribe, change: () => mock.plants.add({ id: 1, name: "Fern" }) };
  }

  it("takes one snapshot for a hundred viewers, and at most four per second", async () => {
    const { open, takeSnapshot, subscribe, change } = createStream();
    const viewers = Array.from({ length: 100 }, open);
    expect(await Promise.all(viewers.map(({ read }) => read()))).toEqual(viewers.map(() => 0));
    expect([subscribe.mock.calls.length, takeSnapshot.mock.calls.length]).toEqual([1, 1]);

    for (let count = 0; count < 100; count++) {
      change();
      change();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(takeSnapshot.mock.calls.length).toBeLessThanOrEqual(5);
    // The changes of the first 250 ms were sent together.
    const counts = await Promise.all(viewers.map(({ read }) => read()));
    expect([new Set(counts).size, counts[0]]).toEqual([1, 50]);
  });

  it("sends the latest snapshot to a viewer that reads slowly, and no earlier one", async () => {
    const { open, change } = createStream();
    const { read } = open();
    for (let changes = 0; changes < 10; changes++) {
      change();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect([await read(), await read()]).toEqual([0, 10]);
  });

  it("stops when the last viewer goes, and starts again with the next", async () => {
    const { open, takeSnapshot, change } = createStream();
    const [first, second] = [open(), open()];
    await first.cancel();
    change();
    expect(vi.getTimerCount()).toBe(1);
    await second.cancel();
    expect(vi.getTimerCount()).toBe(0);
    change();
    expect(vi.getTimerCount()).toBe(0);
    expect(await open().read()).toBe(2);
    expect(takeSnapshot).toHaveBeenCalledTimes(2);
  });
});

describe("what the page adds to the control API", () => {
  it("returns one request by its number", async () => {
    const { url } = await mockServer();
    await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}');
    const { requests } = await (await openEvents(`${url}/__mock/events`)).next();
    const response = await fetch(`${url}/__mock/requests?number=${requests[0].number}`);
    expect(await response.json()).toMatchObject({
      body: '{"id":1,"name":"Fern"}',
      curl: expect.stringMatching(/^curl .*'{"id":1,"name":"Fern"}'$/s),
    });
    expect((await fetch(`${url}/__mock/requests?number=0`)).status).toBe(404);
  });

  it("has no curl command for a body that is cut, too large or missing", async () => {
    const { url, mock } = await mockServer();
    await post({ fetch: mock.fetch, baseUrl: url }, `{"id":1,"name":"${"x".repeat(70_000)}"}`);
    await post({ fetch: mock.fetch, baseUrl: url }, "x".repeat(2 ** 20 + 1));
    const connection = await openRawConnection(url);
    connection.send(rawPost("{}").slice(0, -1));
    await vi.waitUntil(() => mock.requests.length === 3);
    const { requests } = await (await openEvents(`${url}/__mock/events`)).next();
    for (const { number } of requests) {
      const response = await fetch(`${url}/__mock/requests?number=${number}`);
      expect(await response.json()).not.toHaveProperty("curl");
    }
  });

  it("deletes the plants with an exact id", async () => {
    const { url, mock } = await mockServer({
      plants: [
        { id: 9007199254740992n, name: "Fern" },
        { id: 9007199254740993n, name: "Moss" },
        { id: 9007199254740993n, name: "Moss again" },
      ],
    });
    const remove = (id: string) => fetch(`${url}/__mock/plants?id=${id}`, { method: "DELETE" });
    expect((await remove("9007199254740993")).status).toBe(204);
    expect(mock.plants.all()).toEqual([{ id: 9007199254740992n, name: "Fern" }]);
    expect((await remove("9007199254740993")).status).toBe(404);
    expect((await remove("x")).status).toBe(400);
    expect(mock.plants.size).toBe(1);
  });

  it("removes one queued fault, also after others have gone", async () => {
    const { url, mock } = await mockServer();
    mock.failNext("html", "malformed", "connection");
    const { faults } = await (await openEvents(`${url}/__mock/events`)).next();
    await post({ fetch, baseUrl: url }, '{"id":1,"name":"Fern"}');
    const remove = (number: number) => fetch(`${url}/__mock/faults?number=${number}`, { method: "DELETE" });
    expect((await remove(faults[1].number)).status).toBe(204);
    expect(await (await fetch(`${url}/__mock/faults`)).json()).toEqual(["connection"]);
    expect((await remove(faults[0].number)).status).toBe(404);
  });
});
