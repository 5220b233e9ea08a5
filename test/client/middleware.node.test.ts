import { inspect } from "node:util";
import {
  createPlantStoreClient,
  type Middleware,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { created, lost, refused, scriptedFetch } from "../support/scripted-fetch.ts";

const fern = { id: 9007199254740993n, name: "Fern" };
const token = "tok-4f9c2d81e7ab3056";
const JSON_TYPE = { "content-type": "application/json" };

describe("a Request that middleware returns", () => {
  const remade: Middleware = {
    onRequest: async ({ request }) =>
      new Request(request.url, { method: "POST", headers: request.headers, body: await request.clone().text() }),
  };

  it("is aborted at the deadline", async () => {
    const server = await startRawServer(() => {});
    const client = createPlantStoreClient({ baseUrl: server.url, token, middleware: [remade], timeoutMs: 100 });
    expect(await getRejection(client.createPlant(fern))).toBeInstanceOf(PlantStoreTimeoutError);
    await server.disconnected;
  });
});

describe("the token", () => {
  it("is not visible in any hook", async () => {
    let log = "";
    const keep = (context: { request: Request }) => {
      log += inspect(context, { depth: Number.POSITIVE_INFINITY, showHidden: true });
      log += inspect([...context.request.headers]);
    };
    const logging: Middleware = { onRequest: keep, onResponse: keep, onError: keep };
    const { fetch, sent } = scriptedFetch(created, refused, lost);
    const { createPlant } = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token,
      fetch,
      middleware: [logging, logging],
    });
    await createPlant(fern);
    await createPlant(fern);
    await getRejection(createPlant(fern));
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(Array(3).fill(`Bearer ${token}`));
    expect(log).toContain("https://plants.example.com/plants");
    expect(log).not.toContain(token);
  });

  it("is not sent to another origin by a Request that would follow redirects", async () => {
    const elsewhere = await startRawServer(rawAnswer("200 OK", JSON_TYPE, '{"name":"Fern"}'));
    const server = await startRawServer(
      rawAnswer("307 Temporary Redirect", { location: `${elsewhere.url}/plants` }, ""),
    );
    const client = createPlantStoreClient({
      baseUrl: server.url,
      token,
      middleware: [
        {
          onRequest: async ({ request }) =>
            new Request(request.url, { method: "POST", headers: request.headers, body: await request.text() }),
        },
      ],
    });
    const error = await getRejection(client.createPlant(fern));
    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({ status: 307 });
    expect(server.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("a response body that breaks while a hook reads it", () => {
  // A browser passes its own error to the hook.
  it("rejects with PlantStoreConnectionError and is retried", async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) }));
    const reading: Middleware = { onResponse: async ({ response }) => void (await response.text()) };
    const { fetch, sent } = scriptedFetch(broken, broken, created);
    const { createPlant } = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token,
      fetch,
      middleware: [reading],
      retryDelayMs: () => 0,
    });
    expect(await getRejection(createPlant(fern))).toMatchObject({
      name: "PlantStoreConnectionError",
      message: "POST https://plants.example.com/plants failed: terminated",
    });
    expect((await createPlant(fern, { retries: 1 })).data).toEqual({ name: "Fern" });
    expect(sent).toHaveLength(3);
  });
});

// A browser drops these headers of a Request.
describe("a header of the connection", () => {
  it.each([
    ["changed in place", ({ request }: { request: Request }) => request.headers.set("content-length", "1")],
    ["set on another request", ({ request }: { request: Request }) => new Request(request, { headers: { host: "x" } })],
  ])("must not be set by middleware: %s", async (_, onRequest) => {
    const { fetch, sent } = scriptedFetch(created);
    const middleware = [{ onRequest: onRequest as Middleware["onRequest"] & {} }];
    const { createPlant } = createPlantStoreClient({ baseUrl: "https://plants.example.com", token, fetch, middleware });
    expect(await getRejection(createPlant(fern, { retries: 3 }))).toMatchObject({
      name: "PlantStoreInputError",
      message: expect.stringMatching(
        /^Invalid request from middleware: it must not include the (content-length|host) header$/,
      ),
    });
    expect(sent).toEqual([]);
  });
});
