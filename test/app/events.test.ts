import { getEventListeners } from "node:events";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mockApp } from "../support/mock-app.ts";

function watchedApp(options: Parameters<typeof mockApp>[0] = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const app = mockApp(options);
  const open = async (query = "") => {
    const { body } = await app.send(`/__mock/events${query}`);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    /** The next snapshot, a second later, since at most four a second arrive. */
    const next = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return JSON.parse((await read()).replace(/^data: (.*)\n\n$/, "$1"));
    };
    return { read, next, cancel: () => reader.cancel() };
  };
  return { ...app, open, snapshot: async () => (await open()).next() };
}

const fern = { id: 1, name: "Fern" };

describe("GET /__mock/events", () => {
  it("sends a snapshot at once, and one after each change", async () => {
    const seed = { id: 9007199254740993n, name: "<b>Fern</b>", tag: "indoor" };
    const { open, mock, create } = watchedApp({ plants: [seed] });
    const { next } = await open();
    expect(await next()).toEqual({
      plants: [{ ...seed, id: "9007199254740993" }],
      plantCount: 1,
      requests: [],
      requestCount: 0,
      faults: [],
      faultCount: 0,
      sessions: [],
      operation: { method: "POST", path: "/plants", returns: "a Plant" },
      outcomes: ["pending", "created", "refused", "fault", "aborted"],
      faultKinds: expect.any(Array),
    });
    mock.failNext("timeout");
    expect(await next()).toMatchObject({ faults: [{ number: 1, title: "timeout" }], faultCount: 1 });
    mock.reset();
    await create('{"id":-5,"name":"Moss"}');
    await create('{"id":-5}');
    const { requests, ...state } = await next();
    expect(state).toMatchObject({ plants: [{ id: "-5", name: "Moss" }, { id: "9007199254740993" }], plantCount: 2 });
    expect(requests).toEqual([
      {
        number: 2,
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        durationMs: expect.any(Number),
        path: "/plants",
        title: "POST /plants",
        outcome: "refused",
        created: false,
        status: 400,
        reason: expect.stringContaining("name is required"),
      },
      expect.objectContaining({ number: 1, id: "-5", title: "Moss", outcome: "created", created: true, status: 200 }),
    ]);
  });

  it("shows why a request failed", async () => {
    const { snapshot, mock, create } = watchedApp();
    const noError = () => Response.json({ message: "No room" });
    mock.failNext({ error: 1, message: "No room" }, "html", noError, "connection", "timeout");
    for (const id of [1, 2, 3, 4, 5]) {
      create(`{"id":${id},"name":"Fern"}`).catch(() => "lost");
    }
    await vi.waitUntil(() => mock.requests.filter(({ outcome }) => outcome === "fault").length === 4);
    const { requests } = await snapshot();
    const shown = requests.map(({ status, fault, reason }: Record<string, unknown>) => [status, fault, reason]);
    expect(shown).toEqual([
      [undefined, "timeout", undefined],
      [undefined, "connection", "No response was sent."],
      [200, "function", undefined],
      [502, "html", undefined],
      [400, "error 1", "No room"],
    ]);
  });

  it("describes the queued faults, and the requests that match", async () => {
    const { snapshot, mock } = watchedApp();
    mock.failNext("connection", "unreachable", { fault: "html", delayMs: 300 });
    mock.failNext({ error: 17, message: "No room" }, { error: 17, message: "No room", status: 409, delayMs: 0 });
    mock.failNext({ delayMs: 2_000, creates: true }, () => Response.error());
    mock.failWhen({ id: 9007199254740993n }, "timeout", { times: 2 });
    mock.failWhen({ id: 13, name: "Fern" }, { fault: "timeout", creates: false }, { times: 1 });
    mock.failWhen({ tag: () => true }, "timeout");
    mock.failWhen(() => true, "timeout");
    const { faults } = await snapshot();
    expect(faults.map(({ title, details }: Record<string, unknown>) => `${title}: ${details}`)).toEqual([
      "connection: drops the connection without a response",
      "unreachable: drops the connection (only mock.fetch can refuse it)",
      "html: responds with 502 and an HTML page, like a proxy, after 300 ms",
      "Error 17 “No room”: status 400",
      "Error 17 “No room”: status 409",
      "Delay: responds as usual, after the plant is created, after 2000 ms",
      "Function: returns the response",
      "timeout: never responds, for id 9007199254740993, 2 times",
      'timeout: never responds, for id 13 and name "Fern", once',
      "timeout: never responds, for tag that a function matches, each time",
      "timeout: never responds, for plants that a function matches, each time",
    ]);
  });

  it("lists faults for the page, except unreachable, which a server can't be", async () => {
    const { snapshot } = watchedApp();
    const { faultKinds } = await snapshot();
    const names = faultKinds.map(({ name }: { name: string }) => name).join(", ");
    expect(names).toBe("error 400, error 503, delay 2 s, connection, timeout, malformed, html");
  });

  it("lists faults that can be queued with creates", async () => {
    const { snapshot, control } = watchedApp();
    const { faultKinds } = await snapshot();
    for (const { fault } of faultKinds) {
      expect((await control("POST", "/faults", JSON.stringify({ ...fault, creates: true })))[0]).toBe(201);
    }
  });

  it("limits the items and the length of a snapshot", async () => {
    const { snapshot, mock, create } = watchedApp();
    const long = "x".repeat(1_000);
    mock.plants.add(...Array.from({ length: 150 }, (_, id) => ({ id, name: long, tag: long })));
    for (let id = 150; id < 355; id++) {
      await create(`{"id":${id},"name":"Moss"}`);
    }
    mock.failNext(...Array.from({ length: 60 }, () => ({ error: 1, message: long })));
    const { plants, requests, faults, ...counts } = await snapshot();
    expect(counts).toMatchObject({ plantCount: 355, requestCount: 205, faultCount: 60 });
    expect([plants.length, plants[0].id, plants[99].id]).toEqual([100, "354", "255"]);
    expect([requests.length, requests[0].id, requests[199].id]).toEqual([200, "354", "155"]);
    expect([faults.length, faults[0].title.length]).toEqual([50, 200]);
  });

  it("takes one snapshot for a hundred viewers, and at most four per second", async () => {
    const { open, mock } = watchedApp();
    const encode = vi.spyOn(TextEncoder.prototype, "encode");
    onTestFinished(() => encode.mockRestore());
    const viewers = await Promise.all(Array.from({ length: 100 }, () => open()));
    expect(encode).toHaveBeenCalledTimes(1);
    const counts = () => Promise.all(viewers.map(async ({ read }) => JSON.parse((await read()).slice(6)).plantCount));
    expect(new Set(await counts())).toEqual(new Set([0]));
    for (let count = 0; count < 100; count++) {
      mock.plants.add(fern, fern);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(encode.mock.calls.length).toBeLessThanOrEqual(5);
    // The changes of the first 250 ms were sent together.
    expect(new Set(await counts())).toEqual(new Set([50]));
  });

  it("sends only the latest snapshot to a viewer that reads slowly, and a comment every five seconds", async () => {
    const { open, mock } = watchedApp();
    const { next, read } = await open();
    for (let changes = 0; changes < 10; changes++) {
      mock.plants.add(fern);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect([(await next()).plantCount, (await next()).plantCount]).toEqual([0, 10]);
    const comment = read();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await comment).toBe(":\n\n");
  });

  it("leaves no subscription and no listener when its only viewer leaves", async () => {
    const { send, session, mock } = watchedApp();
    const { signal } = new AbortController();
    const request = new Request("http://localhost:4010/__mock/events");
    Object.defineProperty(request, "signal", { value: signal });
    const { body } = await createMockApp({ controlHosts: ["localhost"] }).fetch(request);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await body?.cancel();
    expect(getEventListeners(signal, "abort")).toEqual([]);

    await (await send("/__mock/events")).body?.cancel();
    mock.plants.add(fern);
    session("new");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops when the client leaves before it reads", async () => {
    const { send, session } = watchedApp();
    const leaving = new AbortController();
    await send("/__mock/events", { signal: leaving.signal });
    leaving.abort();
    session("new");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops when the last viewer leaves, and starts again when a page is reloaded within 50 ms of a change", async () => {
    const { open, mock, session } = watchedApp();
    const [first, second] = [await open(), await open("?session=")];
    await first.cancel();
    mock.plants.add(fern);
    expect(vi.getTimerCount()).toBe(2);
    await second.cancel();
    mock.plants.add(fern);
    session("new");
    expect(vi.getTimerCount()).toBe(0);
    const { next } = await open();
    expect((await next()).plantCount).toBe(2);
    mock.plants.add(fern);
    expect((await next()).plantCount).toBe(3);
  });

  it("follows a session from the request that creates it until it is freed, and creates none", async () => {
    const { open, create, control, snapshot } = watchedApp({ plants: [{ id: 7, name: "Seed" }] });
    const { next } = await open("?session=worker%201");
    expect(await next()).toMatchObject({ sessions: [], plantCount: 1 });
    await create(JSON.stringify(fern), { "x-mock-session": "worker 1" });
    expect(await next()).toMatchObject({ sessions: ["worker 1"], plantCount: 2 });
    expect(await snapshot()).toMatchObject({ sessions: ["worker 1"], plantCount: 1 });
    await create(JSON.stringify(fern), { "x-mock-session": "worker 1" });
    expect(await next()).toMatchObject({ sessions: ["worker 1"], plantCount: 3 });
    await control("DELETE", "/sessions?name=worker%201");
    expect(await next()).toMatchObject({ sessions: [], plantCount: 1 });
  });
});
