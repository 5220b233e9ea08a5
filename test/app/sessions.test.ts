import { describe, expect, it } from "vitest";
import { mockApp } from "../support/mock-app.ts";

const FERN = '{"id":1,"name":"Fern"}';
const SEED = { plants: [{ id: 7, name: "Seed" }] };

function appWithSessions(options: Parameters<typeof mockApp>[0] = {}) {
  const app = mockApp(options);
  const create = async (session: string, body = FERN) =>
    (await app.create(body, session === "" ? {} : { "x-mock-session": session }))[0];
  return { ...app, create };
}

describe("a session", () => {
  it("has plants, requests and faults of its own, with the options of the app", async () => {
    const { mock, session, create } = appWithSessions({ ...SEED, duplicateIds: "reject" });
    session("worker-1").failNext("html");
    const sent = ["worker-1", "worker-1", "worker-1", "worker-2", ""];
    expect(await Promise.all(sent.map((name) => create(name)))).toEqual([502, 200, 400, 200, 200]);
    expect(await create("", '{"id":7,"name":"Moss"}')).toBe(400);
    const counts = [mock, session("worker-1"), session("worker-2")].map(({ requests }) => requests.length);
    expect(counts).toEqual([2, 3, 1]);
    expect(session("worker-3").plants.all()).toEqual([{ id: 7n, name: "Seed" }]);
  });

  it("shares the initial plants with the others, but not their storage", () => {
    const written: string[] = [];
    const storage = { getItem: () => null, setItem: (_: string, value: string) => void written.push(value) };
    const { mock, session } = mockApp({ ...SEED, storage });
    const { plants, reset } = session("worker-1");
    expect(plants.get(7)).toBe(mock.plants.get(7));
    plants.add({ id: 7, name: "Own" });
    expect([plants.get(7)?.name, mock.plants.get(7)?.name, written]).toEqual(["Own", "Seed", []]);
    reset();
    expect(plants.all()).toEqual(mock.plants.all());
  });

  it("is chosen in the control API by the header or the query", async () => {
    const { mock, session, control } = mockApp();
    await control("POST", "/plants", FERN, { "x-mock-session": "worker-1" });
    await control("POST", "/plants?session=worker-1", FERN);
    expect([session("worker-1").plants.size, mock.plants.size]).toEqual([2, 0]);
  });

  it("isn't created by other requests than the operation and POST requests to the control API", async () => {
    const { control, send } = mockApp(SEED);
    const headers = { "x-mock-session": "new" };
    expect((await send("/plants", { headers })).status).toBe(405);
    expect((await send("/trees", { method: "POST", headers })).status).toBe(404);
    expect(await control("DELETE", "/plants?session=new")).toEqual([204, ""]);
    expect(await control("GET", "/plants?session=new")).toEqual([200, '[{"id":7,"name":"Seed"}]']);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
  });

  it("is one of at most 256, and the next one is refused", async () => {
    const { control, create, session } = appWithSessions();
    for (let count = 1; count <= 256; count++) {
      session(`worker-${count}`);
    }
    const message = "The mock already has 256 sessions. Reuse their names, or send DELETE /__mock/sessions";
    expect(() => session("one-more")).toThrow(new TypeError(message));
    expect([await create("one-more"), await create("worker-256"), await create("")]).toEqual([400, 200, 200]);
    expect(await control("DELETE", "/sessions?name=worker-1")).toEqual([204, ""]);
    expect(await create("one-more")).toBe(200);
  });

  it.each(["x".repeat(101), "\xE9", "a\tb"])("is refused under the invalid name %j", async (name) => {
    const { session, create } = appWithSessions();
    const message =
      "Invalid session name: it must be 1 to 100 printable ASCII characters, without a space at either end";
    expect(await create(name)).toBe(400);
    for (const invalid of [name, 7, "", " a", "a ", null]) {
      expect(() => session(invalid as string)).toThrow(new TypeError(message));
    }
  });

  it("loses its waiting requests when DELETE /__mock/sessions frees it, alone or with all others", async () => {
    const { control, create, mock, session } = appWithSessions();
    await Promise.all([create("worker-2"), create("worker-3"), create("")]);
    session("worker 1").failNext("timeout");
    const waiting = create("worker 1").catch(() => "lost");
    await expect.poll(() => session("worker 1").requests.length).toBe(1);
    expect(await control("DELETE", "/sessions?name=worker%201")).toEqual([204, ""]);
    expect(await waiting).toBe("lost");
    expect(await control("GET", "/sessions")).toEqual([200, '["worker-2","worker-3"]']);
    expect(await control("DELETE", "/sessions")).toEqual([204, ""]);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
    expect([mock.plants.size, session("worker-2").plants.size]).toEqual([1, 0]);
  });
});
