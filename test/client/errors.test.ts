import {
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";

describe("every error of the client", () => {
  it("is a PlantStoreError, an Error, and named after its class", () => {
    const response = new Response(null, { status: 400 });
    const errors = [
      new PlantStoreApiError({ error: 1, message: "no" }, response),
      new PlantStoreConnectionError("no"),
      new PlantStoreInputError("The newPlant is", []),
      new PlantStoreResponseError("no", response, ""),
      new PlantStoreTimeoutError("no"),
      new PlantStoreTokenError("no"),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(PlantStoreError);
      expect(error).toBeInstanceOf(Error);
      expect(error.name).toBe(error.constructor.name);
      expect(error.stack).toContain(`${error.name}: ${error.message}`);
    }
  });
});
