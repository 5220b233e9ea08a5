import { createServer } from "node:http";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { beforeEach, expect, it, vi } from "vitest";
import { createApp } from "../../docs/snippets/express-app.ts";
import { listening } from "../support/listening.ts";

const mock = createPlantStoreMock();
const options = { baseUrl: "https://plants.example.com", token: "my-token", fetch: mock.fetch };
beforeEach(() => mock.reset());

async function post(plant: object, signal: AbortSignal | null = null) {
  const url = await listening(createServer(createApp(createPlantStoreClient(options))));
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(plant), signal };
  const response = await fetch(`${url}/plants`, init);
  return { status: response.status, body: await response.json() };
}

it("creates a plant", async () => {
  expect(await post({ id: "9007199254740993", name: "Fern" })).toEqual({ status: 201, body: { name: "Fern" } });
  expect(mock.plants.all()).toEqual([{ id: 9_007_199_254_740_993n, name: "Fern" }]);
});

it("returns the issues of invalid input", async () => {
  const issues = [{ path: ["id"], message: "Use digits only, without leading zeros" }];
  expect(await post({ id: "a dozen", name: "Fern" })).toEqual({ status: 422, body: { issues } });
});

it.each<{ fault: Fault; status: number; message: string }>([
  { fault: { error: 7, message: "No room" }, status: 409, message: "The plant wasn't created. No room" },
  {
    fault: "connection",
    status: 502,
    message: "The plant may have been created. Sending it again could create it twice.",
  },
])("returns $status: $fault", async ({ fault, status, message }) => {
  mock.failNext(fault);
  expect(await post({ id: "1", name: "Fern" })).toEqual({ status, body: { message } });
});

it("ends the call when the browser closes the connection", async () => {
  mock.failNext("timeout");
  const browser = new AbortController();
  const call = expect(post({ id: "1", name: "Fern" }, browser.signal)).rejects.toThrow("aborted");
  await vi.waitUntil(() => mock.requests.length === 1);
  browser.abort();
  await call;
  await vi.waitUntil(() => mock.requests[0]?.outcome === "aborted");
});
