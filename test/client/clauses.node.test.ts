import { readFileSync } from "node:fs";
import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { bothWays } from "../support/both-ways.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

const JSON_TYPE = { "content-type": "application/json" };
const PLANT = rawAnswer("200 OK", JSON_TYPE, '{"name":"Fern"}');

function getParts(request: string) {
  const [head = "", body = ""] = request.split("\r\n\r\n");
  const [requestLine, ...lines] = head.split("\r\n");
  const fields = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { requestLine, fields, fieldCount: lines.length, body: Buffer.from(body, "latin1").toString() };
}

describe.each(bothWays)("the client, $way,", ({ middleware }) => {
  it("sends exactly POST {base_url}/plants with the bearer token and the NewPlant as JSON (I1, I2, I5, I7, I8, I13)", async () => {
    const server = await startRawServer(PLANT);
    const client = createPlantStoreClient({ baseUrl: `${server.url}/garden/v2/`, token: "abc-._~+/09==", middleware });

    await client.createPlant({ id: 9_007_199_254_740_993n, name: 'Fern "🌿"', tag: "indoor" });

    const { requestLine, fields, fieldCount, body } = getParts(server.requests[0] ?? "");
    expect(server.requests).toHaveLength(1);
    expect(requestLine).toBe("POST /garden/v2/plants HTTP/1.1");
    expect(body).toBe('{"id":9007199254740993,"name":"Fern \\"🌿\\"","tag":"indoor"}');
    expect(fields).toEqual({
      "content-type": "application/json",
      authorization: "Bearer abc-._~+/09==",
      host: `127.0.0.1:${server.port}`,
      connection: "keep-alive",
      "content-length": String(Buffer.byteLength(body)),
      accept: "*/*",
      "accept-encoding": expect.any(String),
      "accept-language": "*",
      "sec-fetch-mode": "cors",
      "user-agent": "node",
    });
    expect(fieldCount).toBe(10);
  });

  it("sends only id and name for a NewPlant without a tag (I5)", async () => {
    const server = await startRawServer(PLANT);
    const client = createPlantStoreClient({ baseUrl: server.url, token: "any-token", middleware });

    await client.createPlant({ id: -1, name: "", tag: undefined });

    expect(getParts(server.requests[0] ?? "").body).toBe('{"id":-1,"name":""}');
  });

  it("sends no unknown field (I5)", async () => {
    const server = await startRawServer(PLANT);
    const client = createPlantStoreClient({ baseUrl: server.url, token: "any-token", middleware });
    const wider = { id: 1, name: "Fern", height: 30 };

    await client.createPlant(wider);

    expect(getParts(server.requests[0] ?? "").body).toBe('{"id":1,"name":"Fern"}');
  });

  it("adds neither a query nor a version to the path (I3, I8)", async () => {
    const server = await startRawServer(PLANT);
    const client = createPlantStoreClient({ baseUrl: server.url, token: "any-token", middleware });

    await client.createPlant({ id: 1, name: "Fern" });

    expect(getParts(server.requests[0] ?? "").requestLine).toBe("POST /plants HTTP/1.1");
  });

  it("resolves with data for 200 with a Plant (I4, I9)", async () => {
    const server = await startRawServer(rawAnswer("200 OK", JSON_TYPE, '{"id":1,"name":"Fern","tag":"indoor"}'));
    const client = createPlantStoreClient({ baseUrl: server.url, token: "any-token", middleware });

    const result = await client.createPlant({ id: 1, name: "Fern", tag: "indoor" });

    expect(result.data).toStrictEqual({ name: "Fern", tag: "indoor" });
    expect(result.error).toBeUndefined();
  });

  it("resolves with error for 400 with an Error (I6, I10)", async () => {
    const server = await startRawServer(rawAnswer("400 Bad Request", JSON_TYPE, '{"error":12,"message":"No room."}'));
    const client = createPlantStoreClient({ baseUrl: server.url, token: "any-token", middleware });

    const result = await client.createPlant({ id: 1, name: "Fern" });

    expect(result.error).toStrictEqual({ error: 12, message: "No room." });
    expect(result.data).toBeUndefined();
  });
});

describe("openapi.yaml", () => {
  const contract = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));

  it("declares version 1.0.0 and the MIT license (I3)", () => {
    expect(contract.info.version).toBe("1.0.0");
    expect(contract.info.license.name).toBe("MIT");
  });

  it("declares one operation, without parameters or a version in its path (I1, I3, I8)", () => {
    expect(Object.keys(contract.paths)).toEqual(["/plants"]);
    expect(Object.keys(contract.paths["/plants"])).toEqual(["post"]);
    expect(contract.paths["/plants"].post).not.toHaveProperty("parameters");
  });

  it("sends requests to the base URL that the caller chose (I2)", () => {
    expect(contract.servers.map(({ url }: { url: string }) => url)).toEqual(["{base_url}"]);
  });

  it("declares JSON bodies for the request and the responses 200 and 400 (I7, I9, I10)", () => {
    const { requestBody, responses } = contract.paths["/plants"].post;
    const reference = (name: string) => ({
      "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
    });

    expect(requestBody).toMatchObject({ required: true, content: reference("NewPlant") });
    expect(Object.keys(responses)).toEqual(["200", "400"]);
    expect(responses["200"].content).toMatchObject(reference("Plant"));
    expect(responses["400"].content).toMatchObject(reference("Error"));
  });

  it("applies HTTP bearer to every operation (I13)", () => {
    expect(contract.security).toEqual([{ bearerAuth: [] }]);
    expect(contract.components.securitySchemes).toEqual({
      bearerAuth: expect.objectContaining({ type: "http", scheme: "bearer" }),
    });
  });
});
