import type { MockAppOptions } from "plant-store-sdk/mocks/app";
import { describe, expect, it } from "vitest";
import { FERN_JSON } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";

const SEED = { plants: [{ id: 7, name: "Seed" }] };

function appWithSessions(options: MockAppOptions = {}) {
  const app = mockApp(options);
  /** Creates a plant in a session, and returns the status. */
  const createIn = async (session: string, body = FERN_JSON) =>
    (await app.create(body, session === "" ? {} : { "x-mock-session": session }))[0];
  return { ...app, createIn };
}

describe("a session", () => {
  it("has plants of its own", async () => {
    const { mock, session, createIn } = appWithSessions();
    await createIn("worker-1");
    expect([mock, session("worker-1"), session("worker-2")].map(({ plants }) => plants.size)).toEqual([0, 1, 0]);
  });

  it("has requests of its own", async () => {
    const { mock, session, createIn } = appWithSessions();
    await createIn("worker-1");
    expect([mock, session("worker-1"), session("worker-2")].map(({ requests }) => requests.length)).toEqual([0, 1, 0]);
  });

  it("has faults of its own", async () => {
    const { session, createIn } = appWithSessions();
    session("worker-1").failNext("html");
    expect([await createIn(""), await createIn("worker-2"), await createIn("worker-1")]).toEqual([200, 200, 502]);
  });

  it("has the options of the app", async () => {
    const { createIn } = appWithSessions({ duplicateIds: "reject" });
    expect([await createIn("worker-1"), await createIn("worker-1")]).toEqual([200, 400]);
  });

  it("starts with the initial plants of the app", () => {
    const { mock, session } = mockApp(SEED);
    expect(session("worker-1").plants.get(7)).toBe(mock.plants.get(7));
  });

  it("returns to the initial plants by a reset", () => {
    const { plants, reset } = mockApp(SEED).session("worker-1");
    plants.add({ id: 8, name: "Own" });
    reset();
    expect(plants.all()).toEqual([{ id: 7, name: "Seed" }]);
  });

  it("doesn't write to the storage of the app", () => {
    const written: string[] = [];
    const storage = { getItem: () => null, setItem: (_: string, value: string) => void written.push(value) };
    const { session } = mockApp({ ...SEED, storage });
    session("worker-1").plants.add({ id: 8, name: "Own" });
    expect(written).toEqual([]);
  });

  it("is chosen in the control API by the header", async () => {
    const { session, control } = mockApp();
    await control("POST", "/plants", FERN_JSON, { "x-mock-session": "worker-1" });
    expect(session("worker-1").plants.size).toBe(1);
  });

  it("is chosen in the control API by the query", async () => {
    const { session, control } = mockApp();
    await control("POST", "/plants?session=worker-1", FERN_JSON);
    expect(session("worker-1").plants.size).toBe(1);
  });

  it("is listed by its name", async () => {
    const { control, createIn } = appWithSessions();
    await createIn("worker-1");
    await createIn("");
    expect(await control("GET", "/sessions")).toEqual([200, '["worker-1"]']);
  });

  it("loses its waiting requests when it is freed", async () => {
    const { control, createIn, session } = appWithSessions();
    session("worker 1").failNext("timeout");
    const waiting = createIn("worker 1").catch(() => "lost");
    await expect.poll(() => session("worker 1").requests.length).toBe(1);
    await control("DELETE", "/sessions?name=worker%201");
    expect(await waiting).toBe("lost");
  });
});

describe("DELETE /__mock/sessions", () => {
  async function appWithTwoSessions() {
    const app = appWithSessions();
    await Promise.all([app.createIn("worker-1"), app.createIn("worker-2"), app.createIn("")]);
    return app;
  }

  it("frees one session", async () => {
    const { control } = await appWithTwoSessions();
    expect(await control("DELETE", "/sessions?name=worker-1")).toEqual([204, ""]);
    expect(await control("GET", "/sessions")).toEqual([200, '["worker-2"]']);
  });

  it("frees all sessions", async () => {
    const { control } = await appWithTwoSessions();
    expect(await control("DELETE", "/sessions")).toEqual([204, ""]);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
  });

  it("leaves the plants without a session", async () => {
    const { control, mock } = await appWithTwoSessions();
    await control("DELETE", "/sessions");
    expect(mock.plants.size).toBe(1);
  });

  it("lets a new session have the name", async () => {
    const { control, session } = await appWithTwoSessions();
    await control("DELETE", "/sessions?name=worker-1");
    expect(session("worker-1").plants.size).toBe(0);
  });
});

describe("no session is created", () => {
  it.each([
    ["GET", "/plants", 405],
    ["POST", "/trees", 404],
    ["DELETE", "/__mock/plants", 204],
  ])("by %s %s", async (method, path, status) => {
    const { send, control } = mockApp();
    const response = await send(path, { method, headers: { "x-mock-session": "new" } });
    expect(response.status).toBe(status);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
  });

  it("to read its plants", async () => {
    const { control } = mockApp(SEED);
    expect(await control("GET", "/plants?session=new")).toEqual([200, '[{"id":7,"name":"Seed"}]']);
    expect(await control("GET", "/sessions")).toEqual([200, "[]"]);
  });
});

describe("an unknown session", () => {
  it.each([
    ["/plants", '[{"id":7,"name":"Seed"}]'],
    ["/requests", "[]"],
    ["/faults", "[]"],
  ])("has the initial state: GET %s", async (path, body) => {
    const { mock, control } = mockApp(SEED);
    mock.plants.clear();
    mock.failNext("html");
    expect(await control("GET", `${path}?session=new`)).toEqual([200, body]);
  });

  it.each([
    ["/plants", 204],
    ["/plants?id=7", 404],
    ["/requests", 204],
    ["/faults", 204],
    ["/faults?number=1", 404],
  ])("has nothing to delete: DELETE %s", async (path, status) => {
    const { control } = mockApp(SEED);
    const separator = path.includes("?") ? "&" : "?";
    expect((await control("DELETE", `${path}${separator}session=new`))[0]).toBe(status);
    expect(await control("GET", "/plants?session=new")).toEqual([200, '[{"id":7,"name":"Seed"}]']);
  });

  it("is created by POST", async () => {
    const { control } = mockApp();
    await control("POST", "/reset?session=new");
    expect(await control("GET", "/sessions")).toEqual([200, '["new"]']);
  });
});

describe("an app with 256 sessions", () => {
  function appWith256Sessions() {
    const app = appWithSessions();
    for (let count = 1; count <= 256; count++) {
      app.session(`worker-${count}`);
    }
    return app;
  }

  it("throws for one more", () => {
    const { session } = appWith256Sessions();
    const message = "The mock already has 256 sessions. Reuse their names, or send DELETE /__mock/sessions";
    expect(() => session("one-more")).toThrow(new TypeError(message));
  });

  it("refuses a request in one more", async () => {
    expect(await appWith256Sessions().createIn("one-more")).toBe(400);
  });

  it.each(["worker-256", ""])("serves the session %j", async (name) => {
    expect(await appWith256Sessions().createIn(name)).toBe(200);
  });

  it("creates another one after one is freed", async () => {
    const { control, createIn } = appWith256Sessions();
    await control("DELETE", "/sessions?name=worker-1");
    expect(await createIn("one-more")).toBe(200);
  });
});

describe("the name of a session", () => {
  it.each(["a", "worker 1", "x".repeat(100)])("may be %j", async (name) => {
    expect(await appWithSessions().createIn(name)).toBe(200);
  });

  it.each(["x".repeat(101), "\xE9", "a\tb"])("is refused in a request: %j", async (name) => {
    expect(await appWithSessions().createIn(name)).toBe(400);
  });

  it.each(["x".repeat(101), "\xE9", "a\tb", "", " a", "a ", 7, null])("throws if it is %j", (name) => {
    const message =
      "Invalid session name: it must be 1 to 100 printable ASCII characters, without a space at either end";
    expect(() => mockApp().session(name as string)).toThrow(new TypeError(message));
  });
});
