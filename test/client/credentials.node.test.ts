import { createPlantStoreClient } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { headerLines } from "../support/header-lines.ts";
import { rawAnswer, startRawServer } from "../support/raw-server.ts";

const fern = { id: 1, name: "Fern" };
const PLANT = rawAnswer("200 OK", { "content-type": "application/json" }, '{"name":"Fern"}');

const B64_TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/==";
const printable = (from: number, to: number) =>
  String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

describe("the token on the wire", () => {
  const authorizationLines = async (token: string | (() => string | Promise<string>)) => {
    const server = await startRawServer(PLANT);
    await createPlantStoreClient({ baseUrl: server.url, token }).createPlant(fern);
    return headerLines(server.requests[0], /^authorization/i);
  };

  it.each([
    ["the whole alphabet of RFC 6750", B64_TOKEN],
    ["every printable ASCII character", printable(0x21, 0x7e)],
    ["every printable Latin-1 character, a byte each", printable(0xa0, 0xff)],
    ["a single character", "x"],
  ])("is sent unchanged in one Authorization header: %s", async (_, token) => {
    expect(await authorizationLines(token)).toEqual([`authorization: Bearer ${token}`]);
  });

  it("is what a function returns", async () => {
    expect(await authorizationLines(() => "from-a-function")).toEqual(["authorization: Bearer from-a-function"]);
  });

  it("is what a promise resolves with", async () => {
    expect(await authorizationLines(async () => "from-a-promise")).toEqual(["authorization: Bearer from-a-promise"]);
  });

  it("is sent with the request line, content type and body of the contract", async () => {
    const server = await startRawServer(PLANT);
    await createPlantStoreClient({ baseUrl: `${server.url}/v1`, token: "abc" }).createPlant(fern);
    expect(server.requests).toHaveLength(1);
    const request = server.requests[0] ?? "";
    expect(request.split("\r\n")[0]).toBe("POST /v1/plants HTTP/1.1");
    expect(headerLines(request, /^content-/i).map((line) => line.toLowerCase())).toEqual([
      "content-type: application/json",
      "content-length: 22",
    ]);
    expect(request.split("\r\n\r\n")[1]).toBe('{"id":1,"name":"Fern"}');
  });
});
