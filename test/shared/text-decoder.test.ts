import { createPlantStoreClient } from "plant-store-sdk";
import { checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const required = { baseUrl: "https://plants.example.com", token: "my-access-token" };
const error = new TypeError("TextDecoder is missing: load a polyfill");

describe("without TextDecoder", () => {
  beforeEach(() => {
    vi.stubGlobal("TextDecoder", undefined);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("createPlantStoreClient throws a TypeError", () => {
    expect(() => createPlantStoreClient(required)).toThrow(error);
  });

  it("createPlantStoreMock throws a TypeError", () => {
    expect(() => createPlantStoreMock()).toThrow(error);
  });

  it("checkConformance rejects with a TypeError", async () => {
    await expect(checkConformance(required)).rejects.toThrow(error);
  });
});
