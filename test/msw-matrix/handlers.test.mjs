// Runs where the package and one version of msw are installed: see scripts/test-msw.ts.
import assert from "node:assert/strict";
import nodeHttp from "node:http";
import { after, afterEach, before, beforeEach, describe, it, mock as spies } from "node:test";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import {
  createPlantStoreClient,
  PlantStoreConnectionError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
} from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { createHandlers, offline } from "plant-store-sdk/mocks/msw";

const baseUrl = "https://plants.example.com/v1";
const newPlant = { id: 9007199254740993n, name: "Fern", tag: "indoor" };
const server = setupServer();
const clientOf = (url = baseUrl, options = {}) => createPlantStoreClient({ baseUrl: url, token: "secret", ...options });
// Made before MSW is started.
const client = clientOf();

/** Serves a mock until the test is over. */
function serve(options) {
  const mock = createPlantStoreMock({ baseUrl, ...options });
  server.use(...createHandlers(mock));
  return mock;
}

async function until(holds) {
  while (!holds()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const post = (body, headers = {}) =>
  fetch(`${baseUrl}/plants`, {
    method: "POST",
    body,
    headers: { authorization: "Bearer secret", "content-type": "application/json", ...headers },
  });

before(() => server.listen(offline));
beforeEach(() => {
  // MSW prints what it blocks.
  spies.method(console, "error", () => {});
});
afterEach(() => {
  spies.restoreAll();
  server.resetHandlers();
});
after(() => server.close());

describe("createHandlers", () => {
  it("creates plants, and keeps their ids to the digit (I5, I9, I11)", async () => {
    const mock = serve();
    const { data, response } = await client.createPlant(newPlant);
    assert.deepEqual(data, { name: "Fern", tag: "indoor" });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.deepEqual(mock.plants.all(), [newPlant]);
    assert.equal(mock.requests[0].headers.authorization, "Bearer [redacted]");
  });

  it("answers with literal JSON (I9, I10, I12, I13)", async () => {
    serve({ token: "secret" });
    const texts = [];
    for (const [body, headers] of [
      ['{"id":1,"name":"Fern"}', {}],
      ['{"id":1,"name":"Fern"}', { authorization: "Bearer another" }],
      ['{"id":"1"}', {}],
      ["", {}],
    ]) {
      const response = await post(body, headers);
      texts.push(`${response.status} ${await response.text()}`);
    }
    assert.deepEqual(texts, [
      '200 {"name":"Fern"}',
      '400 {"error":400,"message":"The access token is not valid."}',
      '400 {"error":400,"message":"The NewPlant is invalid: id must be an integer from -9223372036854775808 to 9223372036854775807; name is required."}',
      '400 {"error":400,"message":"The body is empty: send a NewPlant as JSON."}',
    ]);
  });

  it("creates one of 1,000 concurrent plants with one id", async () => {
    const mock = serve({ duplicateIds: "reject" });
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => post('{"id":1,"name":"Fern"}')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 999);
    assert.equal(mock.plants.size, 1);
  });

  it("takes a body of 50 MB, and refuses it (I12)", async () => {
    serve();
    assert.equal((await post(`{"id":1,"name":"${"x".repeat(50_000_000)}"}`)).status, 400);
  });

  it("keeps mocks with base URLs of their own apart, at the same time", async () => {
    const places = Array.from({ length: 10 }, (_, i) => `https://plants.example.com/v${i}`);
    const mocks = places.map((place) => serve({ baseUrl: place }));
    await Promise.all(places.map((place) => clientOf(place).createPlant({ id: 1, name: place })));
    assert.deepEqual(
      mocks.map(({ plants }) => plants.all().map(({ name }) => name)),
      places.map((place) => [place]),
    );
  });

  it("leaves all else to other handlers", async () => {
    const mock = serve();
    server.use(http.get(`${baseUrl}/plants`, () => HttpResponse.text("mine")));
    assert.equal(await (await fetch(`${baseUrl}/plants`)).text(), "mine");
    assert.deepEqual(mock.requests, []);
  });
});

describe("mock.failNext", () => {
  for (const [fault, expected] of [
    ["connection", PlantStoreConnectionError],
    ["timeout", PlantStoreTimeoutError],
    ["malformed", PlantStoreResponseError],
    ["html", PlantStoreResponseError],
    [() => new Response(null, { status: 204 }), PlantStoreResponseError],
    [{ delayMs: 1_000_000 }, PlantStoreTimeoutError],
  ]) {
    it(`makes the client throw ${expected.name} by ${JSON.stringify(fault) ?? "a function"}`, async () => {
      const mock = serve();
      mock.failNext(fault);
      const timeoutMs = expected === PlantStoreTimeoutError ? 100 : 10_000;
      await assert.rejects(client.createPlant(newPlant, { timeoutMs }), expected);
      assert.deepEqual((await client.createPlant(newPlant)).data, { name: "Fern", tag: "indoor" });
    });
  }

  it("gives an Error (I10)", async () => {
    serve().failNext({ error: 7, message: "no room", status: 503 });
    const { error, response } = await client.createPlant(newPlant);
    assert.deepEqual(error, { error: 7, message: "no room" });
    assert.equal(response.status, 503);
  });

  it("hands a function a request that it can read", async () => {
    serve().failNext(async (request) => Response.json({ name: await request.text() }));
    assert.equal((await client.createPlant({ id: 1, name: "Fern" })).data.name, '{"id":1,"name":"Fern"}');
  });

  it("lets a client with retries get over two lost connections", async () => {
    spies.method(Math, "random", () => 0);
    const mock = serve();
    mock.failNext("connection", "connection");
    assert.ok((await client.createPlant(newPlant, { retries: 2 })).data);
    assert.deepEqual(
      mock.requests.map(({ outcome }) => outcome),
      ["fault", "fault", "created"],
    );
  });

  it("ends a hanging answer at a reset", async () => {
    const mock = serve();
    mock.failNext("timeout");
    const lost = assert.rejects(client.createPlant(newPlant), PlantStoreConnectionError);
    await until(() => mock.requests.length === 1);
    mock.reset();
    await lost;
  });

  it("ends a hanging answer at an abort, without a word from MSW", async () => {
    const mock = serve();
    mock.failNext("timeout");
    const controller = new AbortController();
    const ended = assert.rejects(client.createPlant(newPlant, { signal: controller.signal }), /the user left/);
    await until(() => mock.requests.length === 1);
    controller.abort(new Error("the user left"));
    await ended;
    await until(() => mock.requests[0].outcome === "aborted");
    assert.equal(console.error.mock.callCount(), 0);
  });
});

describe("offline", () => {
  it("lets nothing leave, not even what looks like an asset", async () => {
    const reached = [];
    const target = nodeHttp.createServer((request, response) => {
      reached.push(request.url);
      response.end("reached");
    });
    await new Promise((resolve) => target.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${target.address().port}`;
    serve();
    for (const path of ["/", "/plants", "/data.json", "/script.js", "/image.png", "/style.css", "/page.html"]) {
      for (const method of ["GET", "POST", "HEAD", "PUT"]) {
        assert.equal((await fetch(url + path, { method })).status, 500);
      }
    }
    const status = await new Promise((resolve, reject) => {
      nodeHttp.get(`${url}/data.json`, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    assert.equal(status, 500);
    assert.deepEqual(reached, []);
    server.close();
    assert.equal(await (await fetch(`${url}/data.json`)).text(), "reached");
    server.listen(offline);
    target.closeAllConnections();
    target.close();
  });

  it("tells how to make the mock match where a request misses it by its base URL", async () => {
    serve();
    await assert.rejects(
      clientOf("https://staging.example.com/v2").createPlant(newPlant),
      /createPlantStoreMock\(\{ ba/,
    );
    const response = await fetch("https://staging.example.com/v2/plants", { method: "POST" });
    assert.equal(response.status, 500);
    assert.match(await response.text(), /createPlantStoreMock\(\{ baseUrl: .{1,2}https:\/\/staging\.example\.com\/v2/);
  });
});
