import { createPlantStoreClient, type NewPlant, type PlantStoreClientOptions } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { readPage } from "../../scripts/snippets.ts";

const respond = (status: number, headers: Record<string, string>) => () => new Response(null, { status, headers });

const refuse = () =>
  Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:4010") }));

const read = async () => {
  const response = Response.json({ name: "Fern" });
  await response.text();
  return response;
};

const documented = Array.from(readPage("docs/errors.md").matchAll(/^\| `(.+?)` \|/gm), ([, message]) => message);

const cases: { problem: string; options?: object; id?: unknown; fault?: Fault }[] = [
  { problem: "a missing token", options: { token: undefined } },
  { problem: "a token with a line break", options: { token: "abc\n" } },
  { problem: "a relative base URL", options: { baseUrl: "/api" } },
  { problem: "a header of the client", options: { headers: { authorization: "Basic abc" } } },
  { problem: "an id as text", id: "1042" },
  { problem: "a connection failure", options: { fetch: refuse } },
  { problem: "a bug of fetch", options: { fetch: () => Promise.reject(new ReferenceError("agent is not defined")) } },
  { problem: "a hook that returns a response", options: { hooks: [{ onResponse: () => new Response() }] } },
  { problem: "a response that was read", options: { fetch: read } },
  { problem: "an invalid shouldRetry", options: { retries: 1, shouldRetry: () => "yes" }, fault: "connection" },
  { problem: "a timeout", options: { timeoutMs: 10 }, fault: "timeout" },
  { problem: "an HTML page", fault: "html" },
  { problem: "malformed JSON", fault: "malformed" },
  { problem: "a redirect", fault: respond(302, { location: "https://login.example.com/" }) },
  { problem: "a 401 without a body", fault: respond(401, { "www-authenticate": "Bearer" }) },
  { problem: "a 429 without a body", fault: respond(429, { "retry-after": "120" }) },
];

it.each(cases)("lists the message of $problem in docs/errors.md", async ({ options, id = 1, fault }) => {
  const mock = createPlantStoreMock();
  mock.failNext(...(fault ? [fault] : []));
  const defaults = { baseUrl: "https://plants.example.com/v1", token: "any-token", fetch: mock.fetch };
  const call = async () => {
    const client = createPlantStoreClient({ ...defaults, ...options } as PlantStoreClientOptions);
    await client.createPlant({ id, name: "Fern" } as NewPlant);
  };
  await expect(call()).rejects.toSatisfy(({ message }: Error) => documented.includes(message));
});

it("lists no other message", () => {
  expect(documented).toHaveLength(cases.length);
});
