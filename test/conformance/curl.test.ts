import { expect, it } from "vitest";
import { toCurl } from "../../conformance/curl.ts";

const url = "http://127.0.0.1:4010/v1/plants";
const headers = { authorization: "Bearer [redacted]", "content-type": "application/json" };

it("is easy to read when nothing in the request is special", () => {
  expect(toCurl(url, { method: "POST", headers, body: '{"id":1,"name":"O\'Neil"}' })).toBe(
    `curl --include --globoff ${url} --request POST --header "Authorization: Bearer $PLANT_STORE_TOKEN" ` +
      `--header 'content-type: application/json' --data-raw '{"id":1,"name":"O'\\''Neil"}'`,
  );
});

it("keeps an Authorization header with another token", () => {
  expect(toCurl(url, { method: "POST", headers: { authorization: "Basic Og==" }, body: undefined })).toBe(
    `curl --include --globoff ${url} --request POST --header 'authorization: Basic Og=='`,
  );
});

it("keeps curl from adding a content type that the request didn't have", () => {
  expect(toCurl(url, { method: "POST", headers: {}, body: "{}" })).toContain("--header 'content-type:' --data-raw");
});

it.each([
  ["bytes", Uint8Array.of(0x7b, 0xff, 0)],
  ["DEL", "DEL \u007f"],
  ["a direction that changes", "bidi \u202e"],
])("is null for a body with %s", (_, body) => {
  expect(toCurl(url, { method: "POST", headers, body })).toBeNull();
});
