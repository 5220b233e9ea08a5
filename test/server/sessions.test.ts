import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { mockServer } from "../support/mock-server.ts";
import { post } from "../support/post.ts";
import { openRawConnection, rawPost } from "../support/raw-connection.ts";

const FERN = '{"id":1,"name":"Fern"}';

async function started(options: Parameters<typeof mockServer>[0] = {}) {
  const server = await mockServer(options);
  const create = async (session: string | undefined, body = FERN) =>
    (await post({ fetch, baseUrl: server.url }, body, { "x-mock-session": session })).status;
  const control = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const init = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(`${server.url}/__mock${path}`, init);
    return [response.status, await response.text()];
  };
  return { ...server, create, control };
}

describe("a session", () => {
  it("has plants, requests and faults of its own, with the options of the server", async () => {
    const { mock, session, create } = await started({ plants: [{ id: 7, name: "Seed" }], duplicateIds: "reject" });
    session("worker-1").failNext("html");
    expect(await create("worker-1")).toBe(502);
    expect(await create("worker-1")).toBe(200);
    expect(await create("worker-1")).toBe(400);
    expect(await create("worker-2")).toBe(200);
    expect(await create(undefined)).toBe(200);
    expect(await create(undefined, '{"id":7,"name":"Moss"}')).toBe(400);
    expect(session("worker-1").requests.map(({ status }) => status)).toEqual([502, 200, 400]);
    expect(session("worker-2").requests.map(({ status }) => status)).toEqual([200]);
    expect(mock.requests.map(({ status }) => status)).toEqual([200, 400]);
    expect(session("worker-3").plants.all()).toEqual([{ id: 7n, name: "Seed" }]);
    expect(session("worker-1")).toBe(session("worker-1"));
    expect(session("")).toBe(mock);
  });

  it("shares the initial plants with the others", async () => {
    const { mock, session } = await started({ plants: [{ id: 7, name: "Seed" }] });
    expect(session("worker-1").plants.get(7)).toBe(mock.plants.get(7));
    session("worker-1").plants.add({ id: 7, name: "Own" });
    expect([session("worker-1").plants.get(7)?.name, mock.plants.get(7)?.name]).toEqual(["Own", "Seed"]);
    session("worker-1").reset();
    expect(session("worker-1").plants.all()).toBe(mock.plants.all());
  });

  it("is reset alone, also while its requests wait", async () => {
    const { mock, session, create } = await started();
    await create("worker-1");
    await create(undefined);
    session("worker-1").failNext("timeout");
    const waiting = create("worker-1").catch(() => "lost");
    await expect.poll(() => session("worker-1").requests.length).toBe(2);
    session("worker-1").reset();
    expect(await waiting).toBe("lost");
    expect([session("worker-1").plants.size, mock.plants.size]).toEqual([0, 1]);
  });

  it("works with the client", async () => {
    const { url, session } = await started();
    const client = createPlantStoreClient({
      baseUrl: url,
      token: "any-token",
      headers: { "X-Mock-Session": "client" },
    });
    await client.createPlant({ id: 1, name: "Fern" });
    expect(session("client").plants.size).toBe(1);
  });

  it.each([
    ["the header", "", { "x-mock-session": "worker-1" }],
    ["the query", "?session=worker-1", {}],
  ])("is chosen in the control API by %s", async (_, query, headers: Record<string, string>) => {
    const { mock, session, control, create } = await started();
    await create(undefined);
    await create("worker-1");
    expect(await control("POST", `/plants${query}`, headers, '{"id":2,"name":"Moss"}')).toEqual([
      201,
      '[{"id":2,"name":"Moss"}]',
    ]);
    expect(await control("POST", `/faults${query}`, headers, '"html"')).toEqual([201, '["html"]']);
    expect(session("worker-1").plants.size).toBe(2);
    expect(await create("worker-1")).toBe(502);
    expect(await control("DELETE", `/requests${query}`, headers)).toEqual([204, ""]);
    expect([session("worker-1").requests.length, mock.requests.length]).toEqual([0, 1]);
    expect(await control("POST", `/reset${query}`, headers)).toEqual([204, ""]);
    expect([session("worker-1").plants.size, mock.plants.size]).toEqual([0, 1]);
  });

  it("is listed by name", async () => {
    const { control, create } = await started();
    await create("worker-1");
    await create("worker 2");
    expect(await control("GET", "/sessions")).toEqual([200, '["worker-1","worker 2"]']);
  });

  it("is one of at most 256, and the next one is refused", async () => {
    const { url, control, session } = await started();
    for (let count = 1; count <= 256; count++) {
      session(`worker-${count}`);
    }
    const message = "The mock already has 256 sessions. Reuse their names, or restart the mock.";
    const error = JSON.stringify({ error: 400, message });
    expect(await post({ fetch, baseUrl: url }, FERN, { "x-mock-session": "one-more" })).toMatchObject({
      status: 400,
      body: error,
    });
    expect(await control("GET", "/plants?session=one-more")).toEqual([400, error]);
    expect(() => session("one-more")).toThrow(new TypeError(message.slice(0, -1)));
    expect((await post({ fetch, baseUrl: url }, FERN, { "x-mock-session": "worker-256" })).status).toBe(200);
    expect((await post({ fetch, baseUrl: url }, FERN)).status).toBe(200);
  });

  it.each(["x".repeat(101), "\xE9", "a\tb"])("is refused under the invalid name %j", async (name) => {
    const { url, session } = await started();
    const connection = await openRawConnection(url);
    connection.send(Buffer.from(rawPost(FERN, { fields: [`X-Mock-Session: ${name}`] }), "latin1"));
    expect(await connection.response()).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*Invalid session name: it must be 1 to 100 printable ASCII characters\."\}$/,
    );
    expect(() => session(name)).toThrow(TypeError);
    expect(() => session(7 as unknown as string)).toThrow(TypeError);
  });

  it("shares the bound on recorded requests with the others", async () => {
    const { mock, session, create } = await started();
    await create("worker-1");
    const url = "https://plants.example.com/plants";
    await Promise.all(Array.from({ length: 1_000 }, () => mock.fetch(url, { method: "POST", body: "{}" })));
    expect(mock.requests).toHaveLength(1_000);
    expect(session("worker-1").requests).toEqual([]);
  });
});
