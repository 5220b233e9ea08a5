import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createApp } from "./app.ts";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "my-token", fetch: mock.fetch });
const app = createApp(client);
let server: Server;

beforeAll(async () => {
  server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
});
beforeEach(() => mock.reset());
afterAll(() => server.close());

async function post(plant: object, signal?: AbortSignal) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/plants`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(plant),
    signal: signal ?? null,
  });
  return { status: response.status, body: await response.json() };
}

it("creates a plant", async () => {
  expect(await post({ id: "9007199254740993", name: "Fern" })).toEqual({ status: 201, body: { name: "Fern" } });
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Fern" }]);
});

it("returns the issues of invalid input", async () => {
  expect(await post({ id: "a dozen", name: "Fern" })).toEqual({
    status: 422,
    body: { issues: [{ path: ["id"], message: "Use digits only, without leading zeros" }] },
  });
});

it("returns the service's message when it refuses the plant", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  mock.failNext({ error: 7, message: "No room" });
  expect(await post({ id: "1", name: "Fern" })).toEqual({
    status: 409,
    body: { message: "The plant wasn't created. No room" },
  });
  log.mockRestore();
});

it("returns 502 when the service can't be reached", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  mock.failNext("connection");
  expect(await post({ id: "1", name: "Fern" })).toMatchObject({ status: 502 });
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

it("logs nothing when the browser closes the connection", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  // Express logs unhandled errors, except in tests.
  app.set("env", "production");
  mock.failNext("timeout");
  const browser = new AbortController();
  const call = post({ id: "1", name: "Fern" }, browser.signal);
  await vi.waitUntil(() => mock.requests.length === 1);
  browser.abort();
  await expect(call).rejects.toThrow("aborted");
  await vi.waitUntil(() => mock.requests[0]?.outcome === "aborted");
  expect(await post({ id: "2", name: "Moss" })).toMatchObject({ status: 201 });
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});
