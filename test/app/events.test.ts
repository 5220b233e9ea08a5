import { getEventListeners } from "node:events";
import { createMockApp } from "plant-store-sdk/mocks/app";
import { describe, expect, it, vi } from "vitest";
import { watchedApp } from "./watched-app.ts";

const fern = { id: 1, name: "Fern" };

describe("GET /__mock/events", () => {
  it("sends a snapshot at once", async () => {
    const { open } = watchedApp({ plants: [fern] });
    const { read } = await open();
    expect(await read()).toMatch(/^data: \{.*"plantCount":1,.*\}\n\n$/);
  });

  it("sends a snapshot after each change", async () => {
    const { open, mock } = watchedApp();
    const { next } = await open();
    expect(await next()).toMatchObject({ plantCount: 0, faultCount: 0 });
    mock.failNext("timeout");
    expect(await next()).toMatchObject({ plantCount: 0, faultCount: 1 });
    mock.plants.add(fern);
    expect(await next()).toMatchObject({ plantCount: 1, faultCount: 1 });
  });

  it("passes proxies and compression", async () => {
    const { send } = watchedApp();
    const { headers, body } = await send("/__mock/events");
    await body?.cancel();
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
  });

  it("sends only the latest snapshot to a viewer that reads slowly", async () => {
    const { open, mock } = watchedApp();
    const { next } = await open();
    for (let changes = 0; changes < 10; changes++) {
      mock.plants.add(fern);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect([(await next()).plantCount, (await next()).plantCount]).toEqual([0, 10]);
  });

  it("sends a comment every five seconds without a change", async () => {
    const { open } = watchedApp();
    const { read } = await open();
    await read();
    const comment = read();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await comment).toBe(":\n\n");
  });
});

describe("the snapshots of an event stream", () => {
  it("collect the changes of 250 ms", async () => {
    const { open, mock } = watchedApp();
    const { read } = await open();
    await read();
    for (let count = 0; count < 30; count++) {
      mock.plants.add(fern);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(await read()).toContain('"plantCount":25,');
  });
});

describe("an event stream whose viewer leaves", () => {
  it("leaves no listener on the viewer's signal", async () => {
    const { signal } = new AbortController();
    const request = new Request("http://localhost:4010/__mock/events");
    Object.defineProperty(request, "signal", { value: signal });
    const { body } = await createMockApp({ controlHosts: ["localhost"] }).fetch(request);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await body?.cancel();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("no longer follows the mock", async () => {
    const { open, mock } = watchedApp();
    const { cancel } = await open();
    await cancel();
    mock.plants.add(fern);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("no longer follows the sessions", async () => {
    const { open, session } = watchedApp();
    const { cancel } = await open();
    await cancel();
    session("new");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stops before the viewer has read anything", async () => {
    const { send, session } = watchedApp();
    const leaving = new AbortController();
    await send("/__mock/events", { signal: leaving.signal });
    leaving.abort();
    session("new");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("cancels a snapshot that is due", async () => {
    const { open, mock } = watchedApp();
    const { cancel } = await open();
    mock.plants.add(fern);
    await cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("goes on for another viewer", async () => {
    const { open, mock } = watchedApp();
    const [leaving, staying] = [await open(), await open("?session=")];
    await leaving.cancel();
    await staying.read();
    mock.plants.add(fern);
    expect(await staying.next()).toMatchObject({ plantCount: 1 });
  });

  it("starts again when a page is reloaded within 50 ms of a change", async () => {
    const { open, mock } = watchedApp();
    const { cancel } = await open();
    mock.plants.add(fern);
    await cancel();
    const { next } = await open();
    expect(await next()).toMatchObject({ plantCount: 1 });
    mock.plants.add(fern);
    expect(await next()).toMatchObject({ plantCount: 2 });
  });
});

describe("the event stream of a session", () => {
  const seed = { plants: [{ id: 7, name: "Seed" }] };
  const createIn = (session: string) => [JSON.stringify(fern), { "x-mock-session": session }] as const;

  it("shows the initial plants of a session that doesn't exist", async () => {
    const { snapshot } = watchedApp(seed);
    expect(await snapshot("?session=worker%201")).toMatchObject({ plantCount: 1 });
  });

  it("creates no session", async () => {
    const { snapshot } = watchedApp(seed);
    expect(await snapshot("?session=worker%201")).toMatchObject({ sessions: [] });
  });

  it("follows the session from the request that creates it", async () => {
    const { open, create } = watchedApp(seed);
    const { next } = await open("?session=worker%201");
    await next();
    await create(...createIn("worker 1"));
    expect(await next()).toMatchObject({ sessions: ["worker 1"], plantCount: 2 });
    await create(...createIn("worker 1"));
    expect(await next()).toMatchObject({ sessions: ["worker 1"], plantCount: 3 });
  });

  it("follows no other session", async () => {
    const { create, snapshot } = watchedApp(seed);
    await create(...createIn("worker 1"));
    expect(await snapshot()).toMatchObject({ sessions: ["worker 1"], plantCount: 1 });
  });

  it("shows the initial plants once the session is freed", async () => {
    const { open, create, control } = watchedApp(seed);
    await create(...createIn("worker 1"));
    const { next } = await open("?session=worker%201");
    expect(await next()).toMatchObject({ sessions: ["worker 1"], plantCount: 2 });
    await control("DELETE", "/sessions?name=worker%201");
    expect(await next()).toMatchObject({ sessions: [], plantCount: 1 });
  });
});
