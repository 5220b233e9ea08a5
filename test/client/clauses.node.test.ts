import { readFileSync } from "node:fs";
import type { PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";
import { createPlant, createTestClient } from "../support/test-client.ts";

const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"id":1,"name":"Fern","tag":"indoor"}');

describe.each<{ way: string; hooks: PlantStoreClientOptions["hooks"] }>([
  { way: "without hooks", hooks: [] },
  { way: "with hooks", hooks: [{ onRequest() {}, onResponse() {}, onError() {} }] },
])("the client, $way,", ({ hooks }) => {
  it("sends the token and the NewPlant to {base_url}/plants, and resolves with the Plant (I1, I2, I3, I4, I5, I7, I8, I9, I13)", async () => {
    const server = await startRawServer(PLANT);
    const client = createTestClient({ baseUrl: `${server.url}/garden/v2/`, token: "abc-._~+/09==", hooks });
    const wider = { id: 9_007_199_254_740_993n, name: "Fern", tag: "indoor", height: 30 };
    expect((await client.createPlant(wider)).data).toStrictEqual({ name: "Fern", tag: "indoor" });
    expect(server.requests).toHaveLength(1);
    const [head = "", body] = (server.requests[0] ?? "").split("\r\n\r\n");
    expect(head).toMatch(/^POST \/garden\/v2\/plants HTTP\/1\.1\r\n/);
    expect(head).toMatch(/\r\nauthorization: Bearer abc-\._~\+\/09==\r\n/i);
    expect(head).toMatch(/\r\ncontent-type: application\/json\r\n/i);
    expect(body).toBe('{"id":9007199254740993,"name":"Fern","tag":"indoor"}');
  });

  it("resolves with a Plant for valid credentials, and with an Error and 400 for others (I6, I10, I11, I12)", async () => {
    const { fetch } = createPlantStoreMock({ token: "the-valid-token" });
    expect((await createPlant({ token: "the-valid-token", fetch, hooks })).data).toStrictEqual({ name: "Fern" });
    const { error, response } = await createPlant({ token: "another-token", fetch, hooks });
    expect(error).toStrictEqual({ error: 400, message: "The access token is not valid." });
    expect(response.status).toBe(400);
  });
});

describe("openapi.yaml", () => {
  const contract = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"));

  it("declares one operation, without parameters or a version in its path, at any base URL (I1, I2, I3, I8)", () => {
    expect(contract.info).toMatchObject({ version: "1.0.0", license: { name: "MIT" } });
    expect(contract.paths).toEqual({ "/plants": { post: expect.any(Object) } });
    expect(contract.paths["/plants"].post).not.toHaveProperty("parameters");
    expect(contract.servers).toMatchObject([{ url: "{base_url}" }]);
  });

  it("declares JSON bodies for the request and the responses 200 and 400, and HTTP bearer (I7, I9, I10, I13)", () => {
    const { requestBody, responses } = contract.paths["/plants"].post;
    const content = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
    expect(requestBody).toMatchObject({ required: true, content: content("NewPlant") });
    expect(Object.keys(responses)).toEqual(["200", "400"]);
    expect(responses["200"].content).toMatchObject(content("Plant"));
    expect(responses["400"].content).toMatchObject(content("Error"));
    expect(contract.security).toEqual([{ bearerAuth: [] }]);
    expect(contract.components.securitySchemes.bearerAuth).toMatchObject({ type: "http", scheme: "bearer" });
  });
});
