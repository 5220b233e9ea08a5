import {
  createPlantStoreClient,
  PlantStoreInputError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, failed, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const baseUrl = "https://plants.example.com";

const UNSENDABLE: [string, unknown][] = [
  ["an empty string", ""],
  ["a token with its scheme", "Bearer secret-token"],
  ["a space alone", " "],
  ["a space within", "first second"],
  ["a space at the end", "secret-token "],
  ["a line feed", "secret-token\n"],
  ["a carriage return and a line feed", "secret\r\nx-injected: yes"],
  ["a tab", "secret\ttoken"],
  ["a NUL", "secret\0token"],
  ["DEL", "secret\x7ftoken"],
  ["a C1 control character", "secret\x85token"],
  ["a character beyond Latin-1", "secret-tokén-€"],
  ["an emoji", "🌱"],
  ["undefined", undefined],
  ["null", null],
  ["a number", 42],
  ["an object", { access_token: "secret-token" }],
];

const getProblem = (token: unknown, type: string) =>
  token === "" || token === undefined
    ? "token is required"
    : token === "Bearer secret-token"
      ? 'token must not include "Bearer ": pass the token alone'
      : typeof token === "string"
        ? "token must be printable Latin-1 characters without spaces"
        : `token must be ${type}`;

afterEach(() => {
  vi.useRealTimers();
});

describe("a token function", () => {
  it("is not called before createPlant", () => {
    const token = vi.fn(() => "abc");
    createPlantStoreClient({ baseUrl, token });
    expect(token).not.toHaveBeenCalled();
  });

  it("is called for each call", async () => {
    let asked = 0;
    const { fetch, sent } = scriptedFetch(created);
    const client = createPlantStoreClient({ baseUrl, token: () => `token-${++asked}`, fetch });
    await client.createPlant(fern);
    await client.createPlant(fern);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("is called for each attempt", async () => {
    vi.useFakeTimers();
    let asked = 0;
    const { fetch, sent } = scriptedFetch(failed(503), failed(503), created);
    const client = createPlantStoreClient({ baseUrl, token: async () => `token-${++asked}`, fetch, retries: 2 });
    const result = client.createPlant(fern);
    await vi.runAllTimersAsync();
    expect((await result).data).toEqual({ name: "Fern" });
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
      "Bearer token-3",
    ]);
  });

  it("is not called for an invalid NewPlant", async () => {
    const token = vi.fn(() => "abc");
    const client = createPlantStoreClient({ baseUrl, token });
    await expect(client.createPlant({ id: 1.5, name: "Fern" })).rejects.toBeInstanceOf(PlantStoreInputError);
    expect(token).not.toHaveBeenCalled();
  });

  it.each([
    [
      "throws",
      (reason: unknown) => () => {
        throw reason;
      },
    ],
    ["rejects", (reason: unknown) => () => Promise.reject(reason)],
  ])("that %s rejects the call with PlantStoreTokenError and the cause, and nothing is sent", async (_, failing) => {
    const { fetch, sent } = scriptedFetch(created);
    for (const reason of [new Error("no session"), "signed out", undefined]) {
      const error = await getRejection(
        createPlantStoreClient({ baseUrl, token: failing(reason), fetch, retries: 3 }).createPlant(fern),
      );
      expect(error).toBeInstanceOf(PlantStoreTokenError);
      expect(error).toMatchObject({
        name: "PlantStoreTokenError",
        message: "The token function failed. See the cause",
        cause: reason,
      });
      expect(error).toHaveProperty("cause");
    }
    expect(sent).toEqual([]);
  });

  it.each(UNSENDABLE)(
    "that returns %s rejects the call with PlantStoreTokenError, and nothing is sent",
    async (_, value) => {
      const { fetch, sent } = scriptedFetch(created);
      for (const token of [() => value as string, async () => value as string]) {
        const error = await getRejection(
          createPlantStoreClient({ baseUrl, token, fetch, retries: 3 }).createPlant(fern),
        );
        expect(error).toBeInstanceOf(PlantStoreTokenError);
        expect((error as Error).message).toBe(
          `The token function returned an invalid token: ${getProblem(value, "a string")}`,
        );
        expect(String((error as Error).stack)).not.toMatch(/secret/);
      }
      expect(sent).toEqual([]);
    },
  );

  it("that never settles rejects the call with PlantStoreTimeoutError, and nothing is sent", async () => {
    vi.useFakeTimers();
    const { fetch, sent } = scriptedFetch(created);
    const client = createPlantStoreClient({ baseUrl, token: () => new Promise(() => {}), fetch, timeoutMs: 1_000 });
    const error = getRejection(client.createPlant(fern));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(sent).toEqual([]);
  });

  it("that resolves after the deadline sends nothing", async () => {
    vi.useFakeTimers();
    const { fetch, sent } = scriptedFetch(created);
    const token = () => new Promise<string>((resolve) => setTimeout(() => resolve("late"), 2_000));
    const client = createPlantStoreClient({ baseUrl, token, fetch, timeoutMs: 1_000 });
    const error = getRejection(client.createPlant(fern));
    await vi.runAllTimersAsync();
    expect(await error).toBeInstanceOf(PlantStoreTimeoutError);
    expect(sent).toEqual([]);
  });
});

describe("a token string", () => {
  it.each(UNSENDABLE)("that is %s throws PlantStoreInputError, which doesn't quote it", (_, value) => {
    const error = thrownBy(() => createPlantStoreClient({ baseUrl, token: value as string }));
    expect(error).toBeInstanceOf(PlantStoreInputError);
    expect(error).toMatchObject({
      message: `Invalid options: ${getProblem(value, "a string or a function that returns one")}`,
      issues: [{ path: ["token"] }],
    });
    expect(String((error as Error).stack)).not.toMatch(/secret/);
  });
});
