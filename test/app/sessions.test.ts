import { describe, expect, it } from "vitest";
import { mockApp } from "../support/mock-app.ts";

const FERN = '{"id":1,"name":"Fern"}';
const error = (message: string) => [400, JSON.stringify({ error: 400, message })];

function appWithSessions(options: Parameters<typeof mockApp>[0] = {}) {
  const app = mockApp(options);
  const create = async (session: string, body = FERN) =>
    (await app.create(body, session === "" ? {} : { "x-mock-session": session }))[0];
  return { ...app, create };
}

describe("a session", () => {
  it("has plants, requests and faults of its own, with the options of the app", async () => {
    const { mock, session, create } = appWithSessions({ plants: [{ id: 7, name: "Seed" }], duplicateIds: "reject" });
    session("worker-1").failNext("html");
    expect([await create("worker-1"), await create("worker-1"), await create("worker-1")]).toEqual([502, 200, 400]);
    expect([await create("worker-2"), await create("")]).toEqual([200, 200]);
    expect(await create("", '{"id":7,"name":"Moss"}')).toBe(400);
    expect(session("worker-1").requests.map(({ status }) => status)).toEqual([502, 200, 400]);
    expect(session("worker-2").requests.map(({ status }) => status)).toEqual([200]);
    expect(mock.requests.map(({ status }) => status)).toEqual([200, 400]);
    expect(session("worker-3").plants.all()).toEqual([{ id: 7n, name: "Seed" }]);
  });

  it("shares the initial plants with the others, but not their storage", () => {
    const written: string[] = [];
    const storage = { getItem: () => null, setItem: (_: string, value: string) => void written.push(value) };
    const { mock, session } = mockApp({ plants: [{ id: 7, name: "Seed" }], storage });
    expect(session("worker-1").plants.get(7)).toBe(mock.plants.get(7));
    session("worker-1").plants.add({ id: 7, name: "Own" });
    expect([session("worker-1").plants.get(7)?.name, mock.plants.get(7)?.name, written]).toEqual(["Own", "Seed", []]);
    session("worker-1").reset();
    expect(session("worker-1").plants.all()).toBe(mock.plants.all());
  });

  it.each([
    ["the header", "", { "x-mock-session": "worker-1" }],
    ["the query", "?session=worker-1", {}],
  ])("is chosen in the control API by %s", async (_, query, headers: Record<string, string>) => {
    const { mock, session, control, create } = appWithSessions();
    await create("");
    expect((await control("POST", `/plants${query}`, FERN, headers))[0]).toBe(201);
    expect(await control("POST", `/faults${query}`, '"html"', headers)).toEqual([201, '["html"]']);
    expect([session("worker-1").plants.size, await create("worker-1")]).toEqual([1, 502]);
    expect(await control("POST", `/reset${query}`, undefined, headers)).toEqual([204, ""]);
    expect([session("worker-1").plants.size, mock.plants.size]).toEqual([0, 1]);
  });

  it("isn't created by other requests than the operation and POST requests to the control API", async () => {
    const { control, send } = mockApp({ plants: [{ id: 7, name: "Seed" }] });
    const headers = { "x-mock-session": "new" };
    for (const [method, path] of ["GET /plants", "DELETE /plants", "OPTIONS /plants", "POST /trees"].map((line) =>
      line.split(" "),
    )) {
      expect((await send(`${path}`, { method, headers } as RequestInit)).status).toBe(path === "/plants" ? 405 : 404);
    }
    for (const method of ["GET", "HEAD", "DELETE"]) {
      for (const path of ["plants", "requests", "faults"]) {
        expect((await control(method, `/${path}?session=new`))[0]).toBe(method === "DELETE" ? 204 : 200);
      }
    }
    expect(await control("GET", "/plants?session=new")).toEqual([200, '[{"id":7,"name":"Seed"}]']);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
  });

  it("is one of at most 256, and the next one is refused", async () => {
    const { control, create, session } = appWithSessions();
    for (let count = 1; count <= 256; count++) {
      session(`worker-${count}`);
    }
    const message = "The mock already has 256 sessions. Reuse their names, or free them with DELETE /__mock/sessions.";
    expect(await control("POST", "/plants?session=one-more", FERN)).toEqual(error(message));
    expect(await create("one-more")).toBe(400);
    expect(() => session("one-more")).toThrow(new TypeError(message.slice(0, -1)));
    expect([await create("worker-256"), await create("")]).toEqual([200, 200]);
    expect(await control("DELETE", "/sessions?name=worker-1")).toEqual([204, ""]);
    expect(await create("one-more")).toBe(200);
  });

  it.each(["x".repeat(101), "\xE9", "a\tb"])("is refused under the invalid name %j", async (name) => {
    const { session, create, control } = appWithSessions();
    const message = "Invalid session name: it must be 1 to 100 printable ASCII characters.";
    expect(await create(name)).toBe(400);
    expect(await control("GET", `/plants?session=${encodeURIComponent(name)}`)).toEqual(error(message));
    expect(() => session(name)).toThrow(new TypeError(message.slice(0, -1)));
    for (const invalid of [7, "", null]) {
      expect(() => session(invalid as string)).toThrow(new TypeError(message.slice(0, -1)));
    }
  });

  it("shares the bound on recorded requests with the others", async () => {
    const { mock, session, create } = appWithSessions();
    await create("worker-1");
    const url = "https://plants.example.com/plants";
    await Promise.all(Array.from({ length: 1_000 }, () => mock.fetch(url, { method: "POST", body: "{}" })));
    expect([mock.requests.length, session("worker-1").requests]).toEqual([1_000, []]);
  });
});

describe("DELETE /__mock/sessions", () => {
  it("frees a session, whose waiting requests lose their connection", async () => {
    const { control, create, session } = appWithSessions();
    await create("worker-2");
    session("worker 1").failNext("timeout");
    const waiting = create("worker 1").catch(() => "lost");
    await expect.poll(() => session("worker 1").requests.length).toBe(1);
    expect(await control("GET", "/sessions")).toEqual([200, '["worker-2","worker 1"]']);
    expect(await control("DELETE", "/sessions?name=worker%201")).toEqual([204, ""]);
    expect(await waiting).toBe("lost");
    expect(await control("GET", "/sessions")).toEqual([200, '["worker-2"]']);
    expect(session("worker 1").requests).toEqual([]);
  });

  it("frees all sessions without a name", async () => {
    const { control, create, mock, session } = appWithSessions();
    await Promise.all([create("worker-1"), create("worker-2"), create("")]);
    expect(await control("DELETE", "/sessions")).toEqual([204, ""]);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
    expect([mock.plants.size, session("worker-1").plants.size]).toEqual([1, 0]);
  });
});
