import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { beforeEach, expect, it, vi } from "vitest";
import { readOnly, rewriteTo, sendOnce } from "./custom-fetch.ts";
import { logging } from "./logging.ts";

const mock = createPlantStoreMock();
beforeEach(() => mock.reset());
const fern = { id: 1042, name: "Fern" };
const connect = (options: object) =>
  createPlantStoreClient({ baseUrl: "https://plants.example.com/v1", token: "any-token", ...options });

it("answers without sending", async () => {
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

it("sends the same plant once", async () => {
  vi.useFakeTimers();
  const { createPlant } = connect({ fetch: sendOnce(10_000, mock.fetch) });
  expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
  expect((await createPlant(fern)).data).toEqual({ name: "Fern" });
  expect(mock.plants.size).toBe(1);
  vi.advanceTimersByTime(10_000);
  await createPlant(fern);
  expect(mock.plants.size).toBe(2);
  vi.useRealTimers();
});

it("doesn't take an earlier refused connection for that of the next request", async () => {
  const refuse = async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect" });
  };
  const { createPlant } = connect({ fetch: sendOnce(0, refuse) });
  const failures = await Promise.allSettled([createPlant(fern), createPlant(fern)]);
  expect(failures).toMatchObject([
    { reason: { mayHaveBeenCreated: false } },
    { reason: { mayHaveBeenCreated: true, message: expect.stringContaining("an earlier request failed") } },
  ]);
});

it("logs attempts with levels, and no token", async () => {
  const lines: [level: string, fields: object, message: string][] = [];
  const log = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  const options = { fetch: mock.fetch, hooks: [logging(logger)], retries: 1, retryDelayMs: () => 0 };
  mock.failNext("connection", { error: 7, message: "No room" });
  await connect(options).createPlant(fern);
  mock.failNext({ error: 7, message: "No room" });
  await connect(options).createPlant(fern);
  await connect(options).createPlant(fern);

  const levels = lines.map(([level]) => level).filter((level) => level !== "debug");
  expect(levels).toEqual(["error", "error", "warn", "info"]);
  expect(JSON.stringify(lines)).not.toContain("any-token");
});
