import { describe, expect, it, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { watchedApp } from "./watched-app.ts";

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
    const { read, next } = await open();
    await read();
    for (let changes = 0; changes < 10; changes++) {
      mock.plants.add(fern);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect([(await next()).plantCount, (await next()).plantCount]).toEqual([1, 10]);
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
  const INTERVAL_MS = 250;

  it("stops when it is canceled", async () => {
    const { open } = watchedApp();
    const { read, cancel } = await open();
    await read();
    await cancel();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends when the signal aborts", async () => {
    const { send } = watchedApp();
    const leaving = new AbortController();
    const { body } = await send("/__mock/events", { signal: leaving.signal });
    leaving.abort();
    const text = new Response(body).text();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(await text).toMatch(/^data: .*\n\n$/);
  });

  it("waits for nothing if nobody reads it", async () => {
    const { send } = watchedApp();
    await send("/__mock/events");
    expect(vi.getTimerCount()).toBe(0);
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
