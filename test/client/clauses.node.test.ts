import { readFileSync } from "node:fs";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { createPlant, createTestClient } from "../support/test-client.ts";

const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"id":1,"name":"Fern","tag":"indoor"}');

describe("the client", () => {
  async function send() {
    const server = await startRawServer(PLANT);
    const client = createTestClient({ baseUrl: `${server.url}/garden/v2/`, token: "abc-._~+/09==" });
    const wider = { id: 9_007_199_254_740_993n, name: "Fern", tag: "indoor", createdAt: "2026-01-15" };
    const result = await client.createPlant(wider);
    expect(server.requests).toHaveLength(1);
    const [head = "", body] = (server.requests[0] ?? "").split("\r\n\r\n");
    return { head, body, result };
  }

  it("sends POST {base_url}/plants without parameters (I1, I2, I3, I8)", async () => {
    const { head } = await send();
    expect(head).toMatch(/^POST \/garden\/v2\/plants HTTP\/1\.1\r\n/);
  });

  it("sends the token as a bearer token (I13)", async () => {
    const { head } = await send();
    expect(head).toMatch(/\r\nauthorization: Bearer abc-\._~\+\/09==\r\n/i);
  });

  it("sends the NewPlant as application/json (I5, I7)", async () => {
    const { head, body } = await send();
    expect(head).toMatch(/\r\ncontent-type: application\/json\r\n/i);
    expect(body).toBe('{"id":9007199254740993,"name":"Fern","tag":"indoor"}');
  });

  it("resolves with the Plant, and with the id that it doesn't declare (I4, I9)", async () => {
    const { result } = await send();
    expect(result.data).toStrictEqual({ id: 1, name: "Fern", tag: "indoor" });
  });

  it("resolves with a Plant for valid credentials (I11)", async () => {
    const { fetch } = createPlantStoreMock({ token: "the-valid-token" });
    expect((await createPlant({ token: "the-valid-token", fetch })).data).toStrictEqual({ name: "Fern" });
  });

  it("resolves with the Error of a 400 for other credentials (I6, I10, I12)", async () => {
    const { fetch } = createPlantStoreMock({ token: "the-valid-token" });
    const { error, response } = await createPlant({ token: "another-token", fetch });
    expect(error).toStrictEqual({ error: 400, message: "The access token is not valid." });
    expect(response.status).toBe(400);
  });
});

describe("openapi.yaml", () => {
  const contract = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));
  const operation = contract.paths["/plants"].post;
  const content = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });

  it("declares createPlant without parameters (I1, I8)", () => {
    expect(Object.keys(contract.paths["/plants"])).toEqual(["post"]);
    expect(operation).not.toHaveProperty("parameters");
  });

  it("has any base URL (I2)", () => {
    expect(contract.servers).toMatchObject([{ url: "{base_url}" }]);
  });

  it("is version 1.0.0 under the MIT license (I3)", () => {
    expect(contract.info).toMatchObject({ version: "1.0.0", license: { name: "MIT" } });
  });

  it("requires a NewPlant as JSON (I7)", () => {
    expect(operation.requestBody).toMatchObject({ required: true, content: content("NewPlant") });
  });

  it("declares the responses 200 and 400 as JSON (I9, I10)", () => {
    expect(Object.keys(operation.responses)).toEqual(["200", "400"]);
    expect(operation.responses["200"].content).toMatchObject(content("Plant"));
    expect(operation.responses["400"].content).toMatchObject(content("Error"));
  });

  it("declares HTTP bearer authentication for every operation (I13)", () => {
    expect(contract.security).toEqual([{ bearerAuth: [] }]);
    expect(contract.components.securitySchemes.bearerAuth).toMatchObject({ type: "http", scheme: "bearer" });
  });
});
