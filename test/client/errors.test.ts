import {
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  unwrap,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, lost } from "../support/scripted-fetch.ts";
import { createPlant, type TestOptions } from "../support/test-client.ts";
import { thrownBy } from "../support/thrown-by.ts";

describe("every error", () => {
  const response = new Response("no", { status: 400 });
  const details = { attempts: 2, mayHaveBeenCreated: true, cause: "why" };

  it.each([
    new PlantStoreApiError({ error: 1, message: "no" }, response, details),
    new PlantStoreConnectionError("no", details),
    new PlantStoreInputError("Invalid newPlant", [{ message: "no" }], details),
    new PlantStoreResponseError("no", response, "", details),
    new PlantStoreTimeoutError("no", details),
    new PlantStoreTokenError("no", details),
  ])("is a PlantStoreError that is named after its class and has the details: $name", (error) => {
    expect(error).toBeInstanceOf(PlantStoreError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ ...details, name: error.constructor.name });
    expect(error.stack).toContain(`${error.name}: ${error.message}`);
    if ("response" in error) {
      expect(error).toMatchObject({ status: 400, response });
      // Logging the error would show headers, which may quote the token.
      expect(Object.keys(error)).not.toContain("response");
    }
  });

  it("defaults to no attempts and nothing created", () => {
    expect(new PlantStoreTimeoutError("no")).toMatchObject({ attempts: 0, mayHaveBeenCreated: false });
    expect(new PlantStoreTimeoutError("no")).not.toHaveProperty("cause");
  });

  it("has a message of one printable line of at most 1,000 characters", () => {
    const { message } = new PlantStoreTokenError(` No\r\n\u001b[31mroom ${"x".repeat(2_000)}`);
    expect(message).toMatch(/^No \\u001b\[31mroom x+…$/);
    expect(message).toHaveLength(1_000);
  });
});

const busy = async () => new Response("busy", { status: 503 });

it.each<[string, TestOptions]>([
  ["a connection error", { fetch: lost }],
  ["a connection error, with hooks", { fetch: lost, hooks: [{ onRequest() {} }] }],
  ["an unexpected response, after a retry", { fetch: busy, retries: 1, retryDelayMs: () => 0 }],
  ["a token function that fails", { token: () => Promise.reject(new Error("no key")) }],
])("the stack leads to the caller of createPlant: %s", async (_, options) => {
  const whoCalled = async () => void (await createPlant(options));
  const error = await getRejection(whoCalled());
  expect(error).toBeInstanceOf(PlantStoreError);
  expect((error as Error).stack).toContain("whoCalled");
});

describe("unwrap", () => {
  it("returns the Plant of a result", async () => {
    expect(await createPlant({ fetch: created }).then(unwrap)).toEqual({ name: "Fern" });
  });

  it("throws PlantStoreApiError for the Error of a result, with its details", () => {
    const response = new Response(null, { status: 500 });
    const result = { error: { error: 0, message: "" }, response, mayHaveBeenCreated: true, attempts: 3 };
    const error = thrownBy(() => unwrap(result)) as PlantStoreApiError;
    expect(error).toBeInstanceOf(PlantStoreApiError);
    expect(error).toMatchObject({ status: 500, error: 0, message: "", attempts: 3, mayHaveBeenCreated: true });
    expect(error.response).toBe(response);
  });

  it("throws a TypeError for a promise, which TypeScript rejects", () => {
    const promise = createPlant({ fetch: created });
    // @ts-expect-error: a promise isn't a result.
    expect(() => unwrap(promise)).toThrow(
      new TypeError("unwrap takes a result, not a promise: pass await client.createPlant(…)"),
    );
  });
});
