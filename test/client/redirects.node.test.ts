import { inspect } from "node:util";
import { createPlantStoreClient, PlantStoreResponseError } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { bothWays } from "../support/both-ways.ts";
import { getRejection } from "../support/get-rejection.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

const TOKEN = "a-token-that-nobody-may-see";
const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');

const statusLines = [
  "301 Moved Permanently",
  "302 Found",
  "303 See Other",
  "307 Temporary Redirect",
  "308 Permanent Redirect",
];

describe.each(bothWays)("a redirect, $way,", ({ middleware }) => {
  const ask = (baseUrl: string) =>
    createPlantStoreClient({ baseUrl, token: TOKEN, middleware, timeoutMs: 5_000 }).createPlant({
      id: 1,
      name: "Fern",
    });

  it.each(statusLines)("is not followed to another origin: %s", async (statusLine) => {
    const target = await startRawServer(PLANT);
    const location = `${target.url}/plants`;
    const server = await startRawServer(
      rawAnswer(statusLine, { location, "content-type": "text/plain" }, "Elsewhere."),
    );

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({
      name: "PlantStoreResponseError",
      message: `POST ${server.url}/plants returned ${statusLine} with a redirect to ${location}, which is not followed`,
      status: Number.parseInt(statusLine, 10),
      body: "",
      response: { status: Number.parseInt(statusLine, 10) },
    });
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
    expect(target.connections).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it.each(statusLines)("is not followed to the same origin: %s", async (statusLine) => {
    const server = await startRawServer((socket, request) =>
      socket.write(request.startsWith("POST /plants ") ? rawAnswer(statusLine, { location: "/v2/plants" }, "") : PLANT),
    );

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({
      message: `POST ${server.url}/plants returned ${statusLine} with a redirect to /v2/plants, which is not followed`,
      status: Number.parseInt(statusLine, 10),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("is not followed when its body is a Plant", async () => {
    const server = await startRawServer(
      rawAnswer("307 Temporary Redirect", { location: "/", "content-type": "application/json" }, '{"name":"Fern"}'),
    );

    expect(await getRejection(ask(server.url))).toBeInstanceOf(PlantStoreResponseError);
  });

  it("is reported without a Location header", async () => {
    const server = await startRawServer(rawAnswer("302 Found", {}, ""));

    const error = await getRejection(ask(server.url));

    expect(error).toBeInstanceOf(PlantStoreResponseError);
    expect(error).toMatchObject({
      message: `POST ${server.url}/plants returned 302 Found with a redirect, which is not followed`,
      status: 302,
    });
  });

  it("is reported with the token redacted", async () => {
    const server = await startRawServer(rawAnswer("302 Found", { location: `/login?token=${TOKEN}` }, ""));

    const error = await getRejection(ask(server.url));

    expect(error).toMatchObject({
      message: expect.stringContaining("with a redirect to /login?token=[redacted], which is not followed"),
    });
    expect((error as Error).stack).not.toContain(TOKEN);
  });

  it("is not a 201 with a Location header", async () => {
    const server = await startRawServer(rawAnswer("201 Created", { location: "/plants/1" }, ""));

    expect(await getRejection(ask(server.url))).toMatchObject({
      message: `POST ${server.url}/plants returned 201 Created with an empty body, not a Plant or an Error`,
    });
  });

  it("is recognized when a browser hides all but its type", async () => {
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: "opaqueredirect" },
      status: { value: 0 },
      ok: { value: false },
    });
    const client = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: TOKEN,
      fetch: async () => opaque,
      middleware,
    });
    expect(await getRejection(client.createPlant({ id: 1, name: "Fern" }))).toMatchObject({
      name: "PlantStoreResponseError",
      message: "POST https://plants.example.com/plants returned 0 with a redirect, which is not followed",
      status: 0,
    });
  });
});
