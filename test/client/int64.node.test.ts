import { createPlantStoreClient, type NewPlant } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');

describe("the id on the wire", () => {
  it.each<[NewPlant["id"], string]>([
    [0, "0"],
    [-0, "0"],
    [0n, "0"],
    [-1, "-1"],
    [-1n, "-1"],
    [1e15, "1000000000000000"],
    [9007199254740991, "9007199254740991"],
    [-9007199254740991, "-9007199254740991"],
    [9007199254740991n, "9007199254740991"],
    [9007199254740992n, "9007199254740992"],
    [9007199254740993n, "9007199254740993"],
    [-9007199254740993n, "-9007199254740993"],
    [-9223372036854775808n, "-9223372036854775808"],
    [9223372036854775807n, "9223372036854775807"],
  ])("is exact: %s as %s", async (id, digits) => {
    const server = await startRawServer(PLANT);
    const client = createPlantStoreClient({ baseUrl: server.url, token: "abc" });
    const { data } = await client.createPlant({ id, name: "Fern" });
    expect(server.requests[0]?.split("\r\n\r\n")[1]).toBe(`{"id":${digits},"name":"Fern"}`);
    expect(data).toEqual({ name: "Fern" });
  });
});
