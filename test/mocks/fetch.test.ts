import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";

const URL_OF_PLANTS = "https://plants.example.com/plants";
const FERN = '{"id":1,"name":"Fern"}';
const fernBytes = new TextEncoder().encode(` ${FERN}`).subarray(1);

describe("mock.fetch", () => {
  it.each<[string, () => [string | URL, RequestInit?]]>([
    ["a text", () => [URL_OF_PLANTS, { method: "POST", body: FERN }]],
    [
      "a text with a type",
      () => [URL_OF_PLANTS, { method: "POST", body: FERN, headers: { "Content-Type": "text/x" } }],
    ],
    ["bytes", () => [URL_OF_PLANTS, { method: "POST", body: fernBytes }]],
    ["an ArrayBuffer", () => [URL_OF_PLANTS, { method: "POST", body: fernBytes.slice().buffer }]],
    ["a DataView", () => [URL_OF_PLANTS, { method: "POST", body: new DataView(fernBytes.buffer, 1) }]],
    ["a Blob", () => [URL_OF_PLANTS, { method: "POST", body: new Blob([FERN], { type: "application/json" }) }]],
    ["URLSearchParams", () => [URL_OF_PLANTS, { method: "POST", body: new URLSearchParams({ name: "Fern" }) }]],
    ["a null body", () => [URL_OF_PLANTS, { method: "POST", body: null }]],
    ["no body", () => [URL_OF_PLANTS, { method: "POST" }]],
    ["a lower-case method", () => [URL_OF_PLANTS, { method: "post", body: FERN }]],
    ["a URL object", () => [new URL(URL_OF_PLANTS), { method: "POST", body: FERN }]],
    [
      "a URL to normalize",
      () => ["HTTPS://Plants.example.com:443/a/../plants?q=ü#top", { method: "POST", body: FERN }],
    ],
    ["a null signal", () => [URL_OF_PLANTS, { method: "POST", body: FERN, signal: null }]],
    ["a signal", () => [URL_OF_PLANTS, { method: "POST", body: FERN, signal: new AbortController().signal }]],
    ["more options", () => [URL_OF_PLANTS, { method: "POST", body: FERN, cache: "no-store", redirect: "manual" }]],
  ])("reads %s as fetch does", async (_, args) => {
    const mock = createPlantStoreMock();
    await mock.fetch(...args());
    const request = new Request(...args());
    const { method, url, headers } = request;
    expect(mock.requests).toMatchObject([
      { method, url, headers: Object.fromEntries(headers), body: await request.text() },
    ]);
  });

  it.each<[string, string, RequestInit]>([
    ["a body of a GET", URL_OF_PLANTS, { method: "GET", body: FERN }],
    ["an invalid signal", URL_OF_PLANTS, { method: "POST", body: FERN, signal: {} as AbortSignal }],
    ["an invalid option", URL_OF_PLANTS, { method: "POST", body: FERN, cache: "never" as RequestCache }],
    ["an invalid header", URL_OF_PLANTS, { method: "POST", body: FERN, headers: { "a b": "c" } }],
    ["a user name", "https://user@plants.example.com/plants", { method: "POST", body: FERN }],
    ["a password", "https://:password@plants.example.com/plants", { method: "POST", body: FERN }],
    ["an invalid URL", "https://", { method: "POST", body: FERN }],
  ])("rejects %s as fetch does", async (_, url, init) => {
    const mock = createPlantStoreMock();
    expect(() => new Request(url, init)).toThrow(TypeError);
    await expect(mock.fetch(url, init)).rejects.toThrow(TypeError);
    expect(mock.requests).toEqual([]);
  });

  it("reads the options as well as the Request", async () => {
    const mock = createPlantStoreMock();
    const request = new Request(URL_OF_PLANTS, { method: "POST", body: "x", headers: { "x-first": "1" } });
    await mock.fetch(request, { body: FERN, headers: { "x-second": "2" } });
    expect(mock.requests).toMatchObject([{ body: FERN, headers: { "x-second": "2" } }]);
    expect(mock.requests[0]?.headers).not.toHaveProperty("x-first");
  });

  it("rejects with the reason of a signal that is aborted", async () => {
    const init = { method: "POST", body: FERN, signal: AbortSignal.abort("stopped") };
    await expect(createPlantStoreMock().fetch(URL_OF_PLANTS, init)).rejects.toBe("stopped");
  });
});
