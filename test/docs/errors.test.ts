import { createPlantStoreClient, type NewPlant, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { readPage } from "../../scripts/snippets.ts";

const baseUrl = "https://plants.example.com/v1";
const fern = { id: 1, name: "Fern" };
const redirect = () => new Response(null, { status: 302, headers: { location: "https://login.example.com/" } });
const unauthorized = () => new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
const tooMany = () => new Response(null, { status: 429, headers: { "retry-after": "120" } });

const refuse = () =>
  Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:4010") }));

const read = async () => {
  const response = Response.json({ name: "Fern" });
  await response.text();
  return response;
};

const documented = Array.from(readPage("docs/errors.md").matchAll(/^\| `(.+?)` \|/gm), ([, message]) => message);

async function getMessage(newPlant: unknown, options: object = {}, fault?: Fault): Promise<string> {
  const mock = createPlantStoreMock();
  if (fault) {
    mock.failNext(fault);
  }
  try {
    const defaults = { baseUrl, token: "any-token", fetch: mock.fetch };
    const client = createPlantStoreClient({ ...defaults, ...options } as PlantStoreClientOptions);
    await client.createPlant(newPlant as NewPlant);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The call threw nothing.");
}

const cases: [name: string, newPlant: unknown, options: object, fault?: Fault][] = [
  ["a missing token", fern, { token: undefined }],
  ["a token with a line break", fern, { token: "abc\n" }],
  ["a relative base URL", fern, { baseUrl: "/api" }],
  ["a header of the client", fern, { headers: { authorization: "Basic abc" } }],
  ["an id as text", { id: "1042", name: "Fern" }, {}],
  ["a connection failure", fern, { fetch: refuse }],
  ["a bug of fetch", fern, { fetch: () => Promise.reject(new ReferenceError("agent is not defined")) }],
  ["a hook that returns a response", fern, { hooks: [{ onResponse: () => new Response() }] }],
  ["a response that was read", fern, { fetch: read }],
  ["shouldRetry that returns no boolean", fern, { retries: 1, shouldRetry: () => "yes" }, "connection"],
  ["a timeout", fern, { timeoutMs: 10 }, "timeout"],
  ["an HTML page", fern, {}, "html"],
  ["malformed JSON", fern, {}, "malformed"],
  ["a redirect", fern, {}, redirect],
  ["a 401 without a body", fern, {}, unauthorized],
  ["a 429 without a body", fern, {}, tooMany],
];

it.each(cases)("lists the message of %s in docs/errors.md", async (_, newPlant, options, fault) => {
  expect(documented).toContain(await getMessage(newPlant, options, fault));
});

it("lists no other message", () => {
  expect(documented).toHaveLength(cases.length);
});
