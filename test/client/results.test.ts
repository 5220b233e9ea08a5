import { PlantStoreApiError, unwrap } from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { created, failed, lost, type Outcome, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { createPlant, withRetry } from "../support/test-client.ts";
import { thrownBy } from "../support/thrown-by.ts";

const neverConnected: Outcome = () => {
  throw Object.assign(new Error("no"), { syscall: "connect" });
};

describe("a Plant", () => {
  it("comes with the response and the number of attempts", async () => {
    const result = await createPlant({ fetch: created });
    expect(result).toEqual({
      data: { name: "Fern" },
      response: expect.any(Response),
      attempts: 1,
      callId: expect.stringMatching(/^\w+-\d+$/),
      mayHaveBeenCreatedTwice: false,
    });
  });

  it.each<[boolean, string, Outcome]>([
    [true, "a lost connection", lost],
    [true, "a 503", failed(503)],
    [true, "a 408", failed(408)],
    [false, "a refused connection", neverConnected],
    [false, "a 429", failed(429)],
  ])("has mayHaveBeenCreatedTwice %s after %s", async (mayHaveBeenCreatedTwice, _, outcome) => {
    const { fetch } = scriptedFetch(outcome, created);
    expect(await createPlant({ fetch, ...withRetry })).toMatchObject({ attempts: 2, mayHaveBeenCreatedTwice });
  });

  it("remembers an attempt before the last one", async () => {
    const { fetch } = scriptedFetch(lost, neverConnected, failed(429), created);
    const result = await createPlant({ fetch, ...withRetry, retries: 3 });
    expect(result).toMatchObject({ attempts: 4, mayHaveBeenCreatedTwice: true });
  });
});

describe("an Error", () => {
  it("comes with the response and what it means for the plant", async () => {
    const result = await createPlant({ fetch: refused });
    expect(result).toEqual({
      error: { error: 7, message: "no" },
      response: expect.any(Response),
      attempts: 1,
      callId: expect.stringMatching(/^\w+-\d+$/),
      mayHaveBeenCreated: false,
      isTransient: false,
    });
    expect(result.response.status).toBe(400);
  });

  it.each([
    [400, false],
    [408, true],
    [425, false],
    [429, true],
    [500, true],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
    [599, false],
  ])("of status %i has isTransient %s", async (status, isTransient) => {
    expect(await createPlant({ fetch: failed(status) })).toMatchObject({ isTransient });
  });
});

describe("unwrap", () => {
  it("returns the Plant of a result", async () => {
    expect(await createPlant({ fetch: created }).then(unwrap)).toEqual({ name: "Fern" });
  });

  it("throws PlantStoreApiError for the Error of a result", async () => {
    const result = await createPlant({ fetch: refused });
    const error = thrownBy(() => unwrap(result)) as PlantStoreApiError;
    expect(error).toBeInstanceOf(PlantStoreApiError);
    expect(error).toMatchObject({ name: "PlantStoreApiError", message: "no", error: 7, status: 400 });
    expect(error.response).toBe(result.response);
  });

  it("throws a TypeError for a promise", () => {
    const promise = createPlant({ fetch: created });
    // @ts-expect-error: a promise isn't a result.
    expect(() => unwrap(promise)).toThrow(
      new TypeError("unwrap takes a result, not a promise: pass await client.createPlant(…)"),
    );
  });
});
