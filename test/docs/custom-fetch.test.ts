import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { beforeEach, expect, it, vi } from "vitest";
import { readOnly, rewriteTo, sendOnce } from "../../docs/snippets/custom-fetch.ts";
import { logging } from "../../docs/snippets/logging.ts";

const mock = createPlantStoreMock();
beforeEach(() => mock.reset());
const fern = { id: 1042, name: "Fern" };
const connect = (options: object) =>
  createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "any-token", ...options });

it("responds without sending", async () => {
  const result = await connect({ fetch: readOnly }).createPlant(fern);
  expect(result).toMatchObject({ error: { error: 423 }, mayHaveBeenCreated: false });
});

it.each([
  { trusted: ["https://gateway.example.com"], authorization: "Bearer [redacted]" },
  { trusted: ["https://plants.example.com"], authorization: undefined },
])("sends the token to another origin only if it is trusted: $trusted", async ({ trusted, authorization }) => {
  const fetch = rewriteTo(new URL("https://gateway.example.com/store/"), trusted, mock.fetch);
  await connect({ fetch }).createPlant(fern);
  expect(mock.requests[0]?.url).toBe("https://gateway.example.com/store/v1/plants");
  expect(mock.requests[0]?.headers.authorization).toBe(authorization);
});

it("sends a plant until it is created", async () => {
  const { createPlant } = connect({ fetch: sendOnce(mock.fetch) });
  mock.failNext("connection");
  await expect(createPlant(fern)).rejects.toThrow();
  expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
  expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
  expect(mock.requests).toHaveLength(2);
});

it("logs attempts with levels, and no token", async () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const atLeastOnce = { retries: 1, retryDelayMs: () => 0, shouldRetry: () => true };
  const { createPlant } = connect({ fetch: mock.fetch, hooks: [logging(logger)] });
  mock.failNext("connection", { error: 7, message: "No room" });
  await createPlant(fern, atLeastOnce); // may have been created by the first attempt
  mock.failNext({ error: 7, message: "No room" });
  await createPlant(fern);
  await createPlant(fern);

  const calls = Object.entries(logger).map(([level, { mock: log }]) => [level, log.calls.length]);
  expect(Object.fromEntries(calls)).toEqual({ debug: 4, info: 1, warn: 1, error: 2 });
  expect(JSON.stringify(Object.values(logger).map(({ mock: log }) => log.calls))).not.toContain("any-token");
});
