import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";

const PLANTS_URL = "https://plants.example.com/plants";
const FERN = '{"id":1,"name":"Fern"}';
// At an offset in its buffer.
const fernBytes = new TextEncoder().encode(` ${FERN}`).subarray(1);

describe("mock.fetch", () => {
  it.each<[string, () => [string | URL, RequestInit?]]>([
    ["a string", () => [PLANTS_URL, { method: "POST", body: FERN }]],
    [
      "a string with a Content-Type",
      () => [PLANTS_URL, { method: "POST", body: FERN, headers: { "Content-Type": "text/x" } }],
    ],
    ["bytes", () => [PLANTS_URL, { method: "POST", body: fernBytes }]],
    ["an ArrayBuffer", () => [PLANTS_URL, { method: "POST", body: fernBytes.slice().buffer }]],
    ["a DataView", () => [PLANTS_URL, { method: "POST", body: new DataView(fernBytes.buffer, 1) }]],
    ["a Blob", () => [PLANTS_URL, { method: "POST", body: new Blob([FERN], { type: "application/json" }) }]],
    ["URLSearchParams", () => [PLANTS_URL, { method: "POST", body: new URLSearchParams({ name: "Fern" }) }]],
    ["a null body", () => [PLANTS_URL, { method: "POST", body: null }]],
    ["no body", () => [PLANTS_URL, { method: "POST" }]],
    ["a lower-case method", () => [PLANTS_URL, { method: "post", body: FERN }]],
    ["a URL object", () => [new URL(PLANTS_URL), { method: "POST", body: FERN }]],
    [
      "a URL to normalize",
      () => ["HTTPS://Plants.example.com:443/a/../plants?q=ü#top", { method: "POST", body: FERN }],
    ],
    ["a null signal", () => [PLANTS_URL, { method: "POST", body: FERN, signal: null }]],
    ["a signal", () => [PLANTS_URL, { method: "POST", body: FERN, signal: new AbortController().signal }]],
    ["more options", () => [PLANTS_URL, { method: "POST", body: FERN, cache: "no-store", redirect: "manual" }]],
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
    ["a GET with a body", PLANTS_URL, { method: "GET", body: FERN }],
    ["an invalid signal", PLANTS_URL, { method: "POST", body: FERN, signal: {} as AbortSignal }],
    ["an invalid option", PLANTS_URL, { method: "POST", body: FERN, cache: "never" as RequestCache }],
    ["an invalid header", PLANTS_URL, { method: "POST", body: FERN, headers: { "a b": "c" } }],
    ["a user name", "https://user@plants.example.com/plants", { method: "POST", body: FERN }],
    ["a password", "https://:password@plants.example.com/plants", { method: "POST", body: FERN }],
    ["an invalid URL", "https://", { method: "POST", body: FERN }],
  ])("rejects %s as fetch does", async (_, url, init) => {
    const mock = createPlantStoreMock();
    expect(() => new Request(url, init)).toThrow(TypeError);
    await expect(mock.fetch(url, init)).rejects.toThrow(TypeError);
    expect(mock.requests).toEqual([]);
  });

  it("replaces the headers and body of a Request with those in the options", async () => {
    const mock = createPlantStoreMock();
    const request = new Request(PLANTS_URL, { method: "POST", body: "x", headers: { "x-first": "1" } });
    await mock.fetch(request, { body: FERN, headers: { "x-second": "2" } });
    expect(mock.requests).toMatchObject([{ body: FERN, headers: { "x-second": "2" } }]);
    expect(mock.requests[0]?.headers).not.toHaveProperty("x-first");
  });

  it("rejects with the signal's reason when the signal is already aborted", async () => {
    const init = { method: "POST", body: FERN, signal: AbortSignal.abort("stopped") };
    await expect(createPlantStoreMock().fetch(PLANTS_URL, init)).rejects.toBe("stopped");
  });
});
