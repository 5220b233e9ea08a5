import fc from "fast-check";
import type { NewPlant, PlantStoreClientOptions } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { fern } from "../support/fern.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { createTestClient } from "../support/test-client.ts";

const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');

async function send(newPlant: NewPlant, options: Partial<PlantStoreClientOptions> = {}): Promise<string> {
  const server = await startRawServer(PLANT);
  await createTestClient({ baseUrl: server.url, ...options }).createPlant(newPlant);
  expect(server.requests).toHaveLength(1);
  return server.requests[0] ?? "";
}

describe("the body on the wire", () => {
  it.each<[NewPlant, string]>([
    [{ id: 1, name: "Fern", tag: "indoor" }, '{"id":1,"name":"Fern","tag":"indoor"}'],
    [{ id: -0, name: "", tag: "" }, '{"id":0,"name":"","tag":""}'],
    [{ id: -(2n ** 63n), name: "a" }, '{"id":-9223372036854775808,"name":"a"}'],
    [{ id: 1, name: 'é"\\\n\u0001' }, '{"id":1,"name":"\xc3\xa9\\"\\\\\\n\\u0001"}'],
    [{ id: 1, name: "🌿\ud83c" }, '{"id":1,"name":"\xf0\x9f\x8c\xbf\\ud83c"}'],
  ])("is exact UTF-8: %o", async (newPlant, body) => {
    const request = await send(newPlant);
    expect(request.split("\r\n\r\n")[1]).toBe(body);
    expect(request).toMatch(new RegExp(`\r\ncontent-length: ${body.length}\r\n`, "i"));
  });

  it("is what JSON.parse reads back for every text", async () => {
    const texts = fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });
    const { fetch, sent } = scriptedFetch(created);
    const client = createTestClient({ fetch });
    await fc.assert(
      fc.asyncProperty(fc.maxSafeInteger(), texts, texts, async (id, name, tag) => {
        await client.createPlant({ id, name, tag });
        expect(JSON.parse(sent.at(-1)?.body ?? "")).toEqual({ id: id + 0, name, tag });
      }),
      { seed: 1042 },
    );
  });
});

describe("the head on the wire", () => {
  async function headerLines(options: Partial<PlantStoreClientOptions>) {
    const request = await send(fern, options);
    const [line, ...fields] = request.split("\r\n\r\n")[0]?.split("\r\n") ?? [];
    return [line, ...fields.map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase())).sort()];
  }

  it("has the headers of the client and of the runtime", async () => {
    const headers = { "x-tenant": "north", "user-agent": "greenhouse/1.0" };
    const lines = await headerLines({ token: "abc", headers });
    expect(lines.filter((line) => !/^(?:host|accept-encoding):/.test(line ?? ""))).toEqual([
      "POST /plants HTTP/1.1",
      ...["accept-language: *", "accept: application/json", "authorization: Bearer abc", "cache-control: no-cache"],
      ...["connection: keep-alive", "content-length: 22", "content-type: application/json", "pragma: no-cache"],
      ...["sec-fetch-mode: cors", "user-agent: greenhouse/1.0", "x-tenant: north"],
    ]);
  });

  it("has the token in Latin-1", async () => {
    expect(await headerLines({ token: async () => "fougère" })).toContain("authorization: Bearer foug\xe8re");
  });
});

it("a connection is reused", async () => {
  const server = await startRawServer(PLANT);
  const client = createTestClient({ baseUrl: server.url });
  for (const id of [1, 2, 3, 4, 5]) {
    await client.createPlant({ id, name: "Fern" });
  }
  // Node's fetch opens a second one if a call starts before the first one is back in its pool.
  expect(server.connections).toBeLessThan(3);
});
