import {
  createPlantStoreClient,
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "plant-store-sdk";
import { describe, expect, it } from "vitest";

describe("every error", () => {
  it("extends PlantStoreError and Error, and is named after its class", () => {
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

describe("the stack of an error", () => {
  const refused = () => Promise.reject(new TypeError("fetch failed"));
  const busy = async () => new Response("busy", { status: 503, headers: { "retry-after": "0" } });
  const failing = () => Promise.reject(new Error("no key"));
  it.each([
    { what: "a connection error", options: { fetch: refused } },
    { what: "a connection error, with middleware", options: { fetch: refused, middleware: [{ onRequest() {} }] } },
    { what: "an unexpected response", options: { fetch: busy } },
    { what: "an unexpected response, after a retry", options: { fetch: busy, retries: 1 } },
    { what: "a token function that fails", options: { token: failing } },
  ])("leads to the caller of createPlant: $what", async ({ options }) => {
    const client = createPlantStoreClient({
      baseUrl: "https://plants.example.com",
      token: "my-access-token",
      ...options,
    });
    async function whoCalled(): Promise<void> {
      await client.createPlant({ id: 1, name: "Fern" });
    }
    const error = await whoCalled().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PlantStoreError);
    expect((error as Error).stack).toContain("whoCalled");
  });
});
