import { createPlantStoreClient, PlantStoreConnectionError } from "plant-store-sdk";
import { describe, expect, it, vi } from "vitest";
import { fern } from "../support/fern.ts";
import { getRejection } from "../support/get-rejection.ts";
import { created, type Outcome, scriptedFetch } from "../support/scripted-fetch.ts";
import { baseUrl, createPlant, TOKEN, url } from "../support/test-client.ts";

/** What a circuit breaker throws while it holds requests back. */
class CircuitOpenError extends Error {
  readonly mayHaveBeenCreated = false;
}

const open: Outcome = () => {
  throw new CircuitOpenError("the circuit is open");
};

describe("a fetch that says nothing was sent", () => {
  it("rejects with a PlantStoreConnectionError that knows it", async () => {
    const error = await getRejection(createPlant({ fetch: open }));
    expect(error).toBeInstanceOf(PlantStoreConnectionError);
    expect(error).toMatchObject({
      message: `POST ${url} failed: the circuit is open`,
      attempts: 1,
      mayHaveBeenCreated: false,
      isTransient: true,
    });
  });

  it("is retried by default", async () => {
    const { fetch, sent } = scriptedFetch(open, open, created);
    const result = await createPlant({ retries: 2, retryDelayMs: () => 0, fetch });
    expect(result).toMatchObject({ data: { name: "Fern" }, attempts: 3, mayHaveBeenCreatedTwice: false });
    expect(sent).toHaveLength(3);
  });

  it("may be a client of this package", async () => {
    const inner = createPlantStoreClient({ baseUrl, token: () => Promise.reject("signed out") });
    const fetch = () => inner.createPlant(fern).then(({ response }) => response);
    const error = await getRejection(createPlant({ fetch }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: false });
    expect((error as Error).cause).toMatchObject({ name: "PlantStoreTokenError" });
  });

  it("may be a client of this package that doesn't know", async () => {
    const inner = createPlantStoreClient({ baseUrl, token: TOKEN, fetch: () => Promise.reject(new Error("reset")) });
    const fetch = () => inner.createPlant(fern).then(({ response }) => response);
    expect(await getRejection(createPlant({ fetch }))).toMatchObject({ mayHaveBeenCreated: true });
  });
});

describe("mayHaveBeenCreated: false isn't believed", () => {
  const notSent = { mayHaveBeenCreated: false };

  it.each<[string, unknown]>([
    ["when it is inherited", Object.assign(Object.create(notSent), { message: "no" })],
    ["on a cause", new Error("no", { cause: new CircuitOpenError("no") })],
    ["on one of several errors", new AggregateError([new CircuitOpenError("no")])],
    ["when it isn't a boolean", Object.assign(new Error("no"), { mayHaveBeenCreated: 0 })],
  ])("%s", async (_, thrown) => {
    const error = await getRejection(createPlant({ fetch: () => Promise.reject(thrown) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  });

  it("when a body throws it", async () => {
    const pull = () => Promise.reject(new CircuitOpenError("no"));
    const error = await getRejection(createPlant({ fetch: () => new Response(new ReadableStream({ pull })) }));
    expect(error).toMatchObject({ name: "PlantStoreConnectionError", mayHaveBeenCreated: true });
  });
});

it("reads errors that share errors once each", async () => {
  const read = vi.fn();
  const share = (level: number): Error => {
    const next = level === 0 ? [] : [share(level - 1)];
    const error = new AggregateError([...next, ...next, ...next], "no");
    return Object.defineProperty(error, "code", { get: read });
  };
  await getRejection(createPlant({ fetch: () => Promise.reject(share(40)) }));
  expect(read.mock.calls.length).toBeLessThan(41 * 4);
});
