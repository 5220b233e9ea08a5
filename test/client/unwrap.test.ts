import {
  type CreatePlantResult,
  createPlantStoreClient,
  PlantStoreApiError,
  PlantStoreError,
  unwrap,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../support/get-rejection.ts";
import { created, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const createTestClient = (...script: Parameters<typeof scriptedFetch>) =>
  createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "abc",
    fetch: scriptedFetch(...script).fetch,
  });

describe("unwrap", () => {
  it("returns the Plant of a result", async () => {
    expect(await createTestClient(created).createPlant(fern).then(unwrap)).toEqual({ name: "Fern" });
  });

  it("throws a TypeError for a promise, which TypeScript rejects", () => {
    const promise = createTestClient(created).createPlant(fern);
    // @ts-expect-error: a promise isn't a result.
    expect(() => unwrap(promise)).toThrow(
      new TypeError("unwrap takes a result, not a promise: pass await client.createPlant(…)"),
    );
  });

  it("throws PlantStoreApiError for the Error of a result", async () => {
    const result = await createTestClient(refused).createPlant(fern);
    const error = thrownBy(() => unwrap(result));
    expect(error).toBeInstanceOf(PlantStoreApiError);
    expect(error).toBeInstanceOf(PlantStoreError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "PlantStoreApiError", status: 400, error: 7, message: "no" });
    expect((error as PlantStoreApiError).response).toBe(result.response);
    expect(String(error)).toBe("PlantStoreApiError: no");
  });

  it("throws for an Error with the number 0 and an empty message", () => {
    const result: CreatePlantResult = {
      error: { error: 0, message: "" },
      response: new Response(null, { status: 400 }),
    };
    expect(thrownBy(() => unwrap(result))).toMatchObject({ name: "PlantStoreApiError", error: 0, message: "" });
  });

  it("throws a message of one printable line, while the value stays exact", async () => {
    const message = `No\r\n\u001b[31mroom\u009b\u202e ${"x".repeat(2_000)}`;
    const result = await createTestClient(() => Response.json({ error: 1, message }, { status: 400 })).createPlant(
      fern,
    );
    expect(result.error?.message).toBe(message);
    const error = thrownBy(() => unwrap(result)) as PlantStoreApiError;
    expect(error.message).toMatch(/^No \\u001b\[31mroom\\u009b\\u202e x+…$/);
    expect(error.message.length).toBeLessThan(1_020);
  });

  it("works in a mutation function", async () => {
    const mutate = async <Data, Variables>(
      { mutationFn }: { mutationFn: (variables: Variables) => Promise<Data> },
      variables: Variables,
    ) => mutationFn(variables);
    const { createPlant } = createTestClient(created, refused);
    const mutation = { mutationFn: (newPlant: typeof fern) => createPlant(newPlant).then(unwrap) };
    expect(await mutate(mutation, fern)).toEqual({ name: "Fern" });
    expect(await getRejection(mutate(mutation, fern))).toBeInstanceOf(PlantStoreApiError);
  });
});
