import {
  type CreatePlantResult,
  createPlantStoreClient,
  PlantStoreApiError,
  PlantStoreError,
  unwrap,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";
import { rejectionOf } from "../support/rejection-of.ts";
import { created, refused, scriptedFetch } from "../support/scripted-fetch.ts";
import { thrownBy } from "../support/thrown-by.ts";

const fern = { id: 1, name: "Fern" };
const clientOf = (...script: Parameters<typeof scriptedFetch>) =>
  createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: "abc",
    fetch: scriptedFetch(...script).fetch,
  });

describe("unwrap", () => {
  it("gives the Plant of a result (I9)", async () => {
    expect(await clientOf(created).createPlant(fern).then(unwrap)).toEqual({ name: "Fern" });
  });

  it("throws the Error of a result as a PlantStoreApiError (I10)", async () => {
    const result = await clientOf(refused).createPlant(fern);
    const error = thrownBy(() => unwrap(result));
    expect(error).toBeInstanceOf(PlantStoreApiError);
    expect(error).toBeInstanceOf(PlantStoreError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "PlantStoreApiError", status: 400, error: 7, message: "no" });
    expect((error as PlantStoreApiError).response).toBe(result.response);
    expect(String(error)).toBe("PlantStoreApiError: no");
  });

  it("throws an Error whose number is 0 and whose message is empty (I6)", () => {
    const result: CreatePlantResult = {
      error: { error: 0, message: "" },
      response: new Response(null, { status: 400 }),
    };
    expect(thrownBy(() => unwrap(result))).toMatchObject({ name: "PlantStoreApiError", error: 0, message: "" });
  });

  it("fits a mutation function: variables in, a promise of the Plant out", async () => {
    const mutate = async <Data, Variables>(
      { mutationFn }: { mutationFn: (variables: Variables) => Promise<Data> },
      variables: Variables,
    ) => mutationFn(variables);
    const { createPlant } = clientOf(created, refused);
    const mutation = { mutationFn: (newPlant: typeof fern) => createPlant(newPlant).then(unwrap) };
    expect(await mutate(mutation, fern)).toEqual({ name: "Fern" });
    expect(await rejectionOf(mutate(mutation, fern))).toBeInstanceOf(PlantStoreApiError);
  });
});
