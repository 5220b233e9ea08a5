import { createHash } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Exchange } from "../../mocks/server/exchange.ts";
import { liveEvents } from "../../mocks/server/live.ts";
import { createService } from "../../mocks/service.ts";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";

async function pageOf(url: string) {
  const response = await fetch(url);
  return { response, html: await response.text() };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

/** Reads server-sent events, one at a time. */
async function eventsOf(url: string) {
  const response = await fetch(`${url}/__mock/events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    response,
    cancel: () => reader?.cancel(),
    async next() {
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
  it("is a page that runs and loads nothing but what stands in it", async () => {
    const { url } = await mockServer();
    const { response, html } = await pageOf(`${url}/?from=docs`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'sha256-${sha256(script)}'; style-src 'sha256-${sha256(style)}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(html.match(/<script|<style/g)).toHaveLength(2);
    expect(html).not.toMatch(/ on[a-z]+=|\bstyle=|src=|@import|url\(/);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.split(",")[0])).toEqual([
      "data:image/svg+xml",
      "/__mock/plants",
      "/__mock/requests",
    ]);
  });

  it("puts what it shows in as text, never as markup", async () => {
    const { url, mock } = await mockServer();
    mock.plants.add({ id: 1, name: "<img src=x onerror=alert(1)>" });
    const { html } = await pageOf(url);
    expect(html).not.toContain("alert(1)");
    expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment/);
  });

  it("names its language, its parts, its tables and its buttons for those who do not see it", async () => {
    const { html } = await pageOf((await mockServer()).url);
    expect(html).toContain('<html lang="en">');
    expect(html.match(/<(?:header|main|h1)>/g)).toHaveLength(3);
    expect(html.match(/<th scope="col"/g)).toHaveLength(7);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g)) {
      expect(ids).toContain(id);
    }
    for (const [, text] of html.matchAll(/<button[^>]*>([^<]*)<\/button>/g)) {
      expect(text).not.toBe("");
    }
    expect(html.match(/role="status"/g)).toHaveLength(2);
  });

  it("has a button for each fault that can be sent, and the mock takes each", async () => {
    const { url } = await mockServer();
    const { html } = await pageOf(url);
    const faults = [...html.matchAll(/data-fault='([^']+)'/g)].map(([, fault]) => fault);
    expect(faults).toHaveLength(7);
    for (const body of faults) {
      expect((await fetch(`${url}/__mock/faults`, { method: "POST", body: body ?? "" })).status).toBe(201);
    }
  });
});

describe("the page's events", () => {
  it("tell what there is at once, and each change", async () => {
    const { url, mock } = await mockServer({ plants: [{ id: 9007199254740993n, name: "<b>Fern</b>", tag: "indoor" }] });
    const events = await eventsOf(url);
    expect(events.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await events.next()).toEqual({
      plants: [{ id: "9007199254740993", name: "<b>Fern</b>", tag: "indoor" }],
      plantCount: 1,
      requests: [],
      requestCount: 0,
      faults: [],
      faultCount: 0,
    });
    mock.failNext("html", { delayMs: 5 }, { error: 1, message: "a" }, { error: 1, message: "b", status: 503 }, () =>
      Response.error(),
    );
    expect(await events.next()).toMatchObject({
      faults: ["html", "5 ms late", "400: a", "503: b", "function"],
      faultCount: 5,
    });
    mock.reset();
    await post({ fetch, baseUrl: `${url}/v1` }, '{"id":-5,"name":"Moss"}');
    expect(await events.next()).toEqual({
      plants: [
        { id: "-5", name: "Moss" },
        { id: "9007199254740993", name: "<b>Fern</b>", tag: "indoor" },
      ],
      plantCount: 2,
      requests: [{ method: "POST", path: "/v1/plants", status: 200, outcome: "created", plant: "-5 Moss" }],
      requestCount: 1,
      faults: [],
      faultCount: 0,
    });
    await events.cancel();
  });

  it("are bounded, in number and in length", async () => {
    const { url, mock } = await mockServer();
    mock.plants.add(
      ...Array.from({ length: 150 }, (_, id) => ({ id, name: "x".repeat(1_000), tag: "y".repeat(1_000) })),
    );
    for (let id = 150; id < 205; id++) {
      await post({ fetch, baseUrl: url }, `{"id":${id},"name":"Moss"}`);
    }
    mock.failNext(...Array.from({ length: 60 }, () => "html" as const));
    const events = await eventsOf(url);
    const state = await events.next();
    expect([state.plants.length, state.plantCount, state.plants[0].id, state.plants[99].id]).toEqual([
      100,
      205,
      "204",
      "105",
    ]);
    expect([state.requests.length, state.requestCount, state.requests[0].plant, state.requests[49].plant]).toEqual([
      50,
      55,
      "204 Moss",
      "155 Moss",
    ]);
    expect([state.faults.length, state.faultCount]).toEqual([50, 60]);
    expect(state.plants[55]).toEqual({ id: "149", name: `${"x".repeat(199)}…`, tag: `${"y".repeat(199)}…` });
    await events.cancel();
  });

  it("stop when the page goes", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const exchange: Pick<Exchange, "onHang"> = { onHang() {} };
    const reader = liveEvents(exchange, createService({})).body?.getReader();
    await reader?.read();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(1);
    await reader?.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });
});
