import { describe, expect, it } from "vitest";
import { buildRequest } from "../../src/build-request.ts";
import { created, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant } from "../support/test-client.ts";

const HOST = "https://plants.example.com";

describe("the URL of a request is the base URL and the path", () => {
  it.each<[string | URL, string]>([
    [HOST, `${HOST}/plants`],
    [`${HOST}/`, `${HOST}/plants`],
    [`${HOST}///`, `${HOST}/plants`],
    [`${HOST}/v1`, `${HOST}/v1/plants`],
    [`${HOST}/v1//`, `${HOST}/v1/plants`],
    [`${HOST}//double//`, `${HOST}//double/plants`],
    [`${HOST}/plants/v1`, `${HOST}/plants/v1/plants`],
    [`${HOST}/a/../b/./c`, `${HOST}/b/c/plants`],
    [`${HOST}/a\\b`, `${HOST}/a/b/plants`],
    [`${HOST}/{id}/%7Bid%7D/%2F`, `${HOST}/%7Bid%7D/%7Bid%7D/%2F/plants`],
    [`${HOST}/a;b=1,c:@!$&'()*+`, `${HOST}/a;b=1,c:@!$&'()*+/plants`],
    [` ${HOST}/v1\n`, `${HOST}/v1/plants`],
    ["HTTPS://Plants.Example.COM:443/V1", `${HOST}/V1/plants`],
    ["http://plants.example.com:80", "http://plants.example.com/plants"],
    ["http://plants.example.com:8080/a/b", "http://plants.example.com:8080/a/b/plants"],
    ["http://[::1]:4010/v1", "http://[::1]:4010/v1/plants"],
    ["http://127.1", "http://127.0.0.1/plants"],
    ["http://bücher.example/pflanzen grün", "http://xn--bcher-kva.example/pflanzen%20gr%C3%BCn/plants"],
    [new URL(`${HOST}/url`), `${HOST}/url/plants`],
  ])("%s", async (baseUrl, url) => {
    const { fetch, sent } = scriptedFetch(created);
    await createPlant({ baseUrl, fetch });
    expect(sent).toMatchObject([{ url, method: "POST", body: '{"id":1,"name":"Fern"}' }]);
  });
});

it("headers of the caller replace those of openapi-fetch", async () => {
  const { fetch, sent } = scriptedFetch(created);
  await createPlant({ fetch, token: "secret", headers: { "X-Tenant": "north", accept: "text/plain" } });
  expect([...(sent[0]?.headers ?? [])]).toEqual([
    ["accept", "text/plain"],
    ["authorization", "Bearer secret"],
    ["content-type", "application/json"],
    ["x-tenant", "north"],
  ]);
});

it("an operation without a body has its parameters in the URL", () => {
  // No operation of the contract is like this, so the types refuse it.
  const getPlant = { method: "GET", path: "/plants/{id}" } as never;
  const init = { params: { path: { id: 9_007_199_254_740_993n }, query: { tag: "a b" } }, headers: {} } as never;
  const request = buildRequest(HOST, getPlant, init);
  expect(request).toMatchObject({ url: `${HOST}/plants/9007199254740993?tag=a%20b`, method: "GET", body: undefined });
  expect([...request.headers]).toEqual([["accept", "application/json"]]);
});
