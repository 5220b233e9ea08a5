import assert from "node:assert/strict";
import nodeHttp from "node:http";
import { after, afterEach, before, beforeEach, describe, it, mock as spies } from "node:test";
import { bypass, HttpResponse, http, passthrough } from "msw";
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
const createTestClient = (url = baseUrl, options = {}) =>
  createPlantStoreClient({ baseUrl: url, token: "secret", ...options });
// Created before MSW starts.
const client = createTestClient();

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
  spies.method(console, "error", () => {});
});
afterEach(() => {
  spies.restoreAll();
  server.resetHandlers();
});
after(() => server.close());

describe("createHandlers", () => {
  it("creates plants with exact ids (I5, I9, I11)", async () => {
    const mock = serve();
    const { data, response } = await client.createPlant(newPlant);
    assert.deepEqual(data, { name: "Fern", tag: "indoor" });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.deepEqual(mock.plants.all(), [newPlant]);
    assert.equal(mock.requests[0].headers.authorization, "Bearer [redacted]");
  });

  it("responds with literal JSON (I9, I10, I12, I13)", async () => {
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
      '400 {"error":400,"message":"Invalid NewPlant: id must be an integer, not text; name is required."}',
      '400 {"error":400,"message":"The body is missing. Send a NewPlant as JSON."}',
    ]);
  });

  it("creates one plant from 1,000 concurrent requests with one id", async () => {
    const mock = serve({ duplicateIds: "reject" });
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => post('{"id":1,"name":"Fern"}')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 999);
    assert.equal(mock.plants.size, 1);
  });

  it("refuses a body of 50 MB (I12)", async () => {
    serve();
    assert.equal((await post(`{"id":1,"name":"${"x".repeat(50_000_000)}"}`)).status, 400);
  });

  it("keeps concurrent mocks with different base URLs apart", async () => {
    const places = Array.from({ length: 10 }, (_, i) => `https://plants.example.com/v${i}`);
    const mocks = places.map((place) => serve({ baseUrl: place }));
    await Promise.all(places.map((place) => createTestClient(place).createPlant({ id: 1, name: place })));
    assert.deepEqual(
      mocks.map(({ plants }) => plants.all().map(({ name }) => name)),
      places.map((place) => [place]),
    );
  });

  it("leaves other requests to other handlers", async () => {
    const mock = serve();
    server.use(http.get(`${baseUrl}/plants`, () => HttpResponse.text("mine")));
    assert.equal(await (await fetch(`${baseUrl}/plants`)).text(), "mine");
    assert.deepEqual(mock.requests, []);
  });
});

describe("MSW features", () => {
  const mine = () => HttpResponse.json({ error: 9, message: "mine" }, { status: 400 });

  async function startTarget(run) {
    const target = nodeHttp.createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) {
        body += chunk;
      }
      response.end(`${request.url} ${body}`);
    });
    await new Promise((resolve) => target.listen(0, "127.0.0.1", resolve));
    try {
      await run(`http://127.0.0.1:${target.address().port}`);
    } finally {
      target.closeAllConnections();
      target.close();
    }
  }

  it("lists handlers as POST */plants", () => {
    serve();
    const listed = server.listHandlers().map(({ info }) => info.header);
    assert.deepEqual(listed, ["POST */plants"]);
  });

  it("gives precedence to server.use until resetHandlers", async () => {
    const mock = createPlantStoreMock({ baseUrl });
    const other = setupServer(...createHandlers(mock));
    server.close();
    other.listen(offline);
    try {
      other.use(http.post(`${baseUrl}/plants`, mine));
      assert.deepEqual((await client.createPlant(newPlant)).error, { error: 9, message: "mine" });
      other.resetHandlers();
      assert.ok((await client.createPlant(newPlant)).data);
      assert.equal(mock.requests.length, 1);
    } finally {
      other.close();
      server.listen(offline);
    }
  });

  it("responds again after a handler with once", async () => {
    const mock = serve();
    server.use(http.post(`${baseUrl}/plants`, mine, { once: true }));
    assert.equal((await client.createPlant(newPlant)).error.message, "mine");
    assert.ok((await client.createPlant(newPlant)).data);
    assert.equal(mock.requests.length, 1);
  });

  it("leaves requests to passthrough and bypass", async () => {
    await startTarget(async (url) => {
      const mock = serve({ baseUrl: url });
      const send = (request) => fetch(request).then((response) => response.text());
      const request = () => new Request(`${url}/plants`, { method: "POST", body: "sent" });
      assert.equal(await send(bypass(request())), "/plants sent");
      server.use(http.post(`${url}/plants`, () => passthrough(), { once: true }));
      assert.equal(await send(request()), "/plants sent");
      assert.deepEqual(mock.requests, []);
      assert.match(await send(request()), /"error":400/);
    });
  });

  it("keeps its handlers within boundary", async () => {
    const mock = createPlantStoreMock({ baseUrl });
    await server.boundary(async () => {
      server.use(...createHandlers(mock));
      assert.ok((await client.createPlant(newPlant)).data);
    })();
    assert.equal((await post("{}")).status, 500);
    assert.equal(mock.plants.size, 1);
  });

  it("emits life-cycle events, whose listeners can read the bodies", async () => {
    serve();
    const events = [];
    const listeners = Object.fromEntries(
      ["request:start", "request:match", "request:end", "response:mocked"].map((name) => [
        name,
        ({ request, response }) => {
          const message = response ?? request;
          events.push(
            message
              .clone()
              .text()
              .then((text) => `${name} ${text}`),
          );
        },
      ]),
    );
    for (const [name, listener] of Object.entries(listeners)) {
      server.events.on(name, listener);
    }
    const body = '{"id":1,"name":"Fern"}';
    await post(body);
    await until(() => events.length === 4);
    server.events.removeAllListeners();
    assert.deepEqual((await Promise.all(events)).sort(), [
      `request:end ${body}`,
      `request:match ${body}`,
      `request:start ${body}`,
      'response:mocked {"name":"Fern"}',
    ]);
  });

  it("leaves a request outside its base URL to offline", async () => {
    serve();
    const response = await fetch("https://elsewhere.example.com/v1/plants", { method: "POST", body: "{}" });
    assert.equal(response.status, 500);
    assert.match((await response.json()).message, /^Offline: no handler matches POST https:\/\/elsewhere/);
  });

  it("responds with 500 and the reason to a fault function that throws", async () => {
    const mock = serve();
    mock.failNext(() => {
      throw new Error("a mistake");
    });
    const { error, response } = await client.createPlant(newPlant);
    assert.deepEqual([response.status, error.message], [500, "The fault function threw: a mistake"]);
    assert.equal(console.error.mock.callCount(), 0);
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

  it("responds with an Error (I10)", async () => {
    serve().failNext({ error: 7, message: "no room", status: 503 });
    const { error, response } = await client.createPlant(newPlant);
    assert.deepEqual(error, { error: 7, message: "no room" });
    assert.equal(response.status, 503);
  });

  it("passes a readable request to a function", async () => {
    serve().failNext(async (request) => Response.json({ name: await request.text() }));
    assert.equal((await client.createPlant({ id: 1, name: "Fern" })).data.name, '{"id":1,"name":"Fern"}');
  });

  it("makes a client with retries try again after a lost connection", async () => {
    spies.method(Math, "random", () => 0);
    const mock = serve();
    mock.failNext("connection", "connection");
    assert.ok((await client.createPlant(newPlant, { retries: 2 })).data);
    assert.deepEqual(
      mock.requests.map(({ outcome }) => outcome),
      ["fault", "fault", "created"],
    );
  });

  it("closes the connection of a pending request when the mock is reset", async () => {
    const mock = serve();
    mock.failNext("timeout");
    const lost = assert.rejects(client.createPlant(newPlant), PlantStoreConnectionError);
    await until(() => mock.requests.length === 1);
    mock.reset();
    await lost;
  });

  it("ends an aborted request, and MSW prints nothing", async () => {
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
  it("blocks every request, even for .json and .png", async () => {
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

  it("says how to match when only the base URL differs", async () => {
    serve();
    await assert.rejects(
      createTestClient("https://staging.example.com/v2").createPlant(newPlant),
      /createPlantStoreMock\(\{ ba/,
    );
    const response = await fetch("https://staging.example.com/v2/plants", { method: "POST" });
    assert.equal(response.status, 500);
    assert.match(await response.text(), /createPlantStoreMock\(\{ baseUrl: .{1,2}https:\/\/staging\.example\.com\/v2/);
  });
});
