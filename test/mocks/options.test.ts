import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";

describe("createPlantStoreMock", () => {
  it("accepts a base URL with trailing slashes, and then matches a URL with a query", async () => {
    const { fetch } = createPlantStoreMock({ baseUrl: "http://plants.example.com/v1//" });
    const response = await fetch("http://plants.example.com/v1/plants?q#f", { method: "POST" });
    expect(response.status).toBe(400);
  });

  const STORAGE = "storage must have the methods getItem and setItem, such as sessionStorage";
  const TOKEN = "token must be a string, an array of strings or a function";
  const DELAY = "delayMs must be a number of milliseconds from 0 to 2147483647";
  const fern = { id: 1n, name: "Fern" };
  const moss = { id: 2n, name: "Moss" };

  it("accepts plants with the same id by default", () => {
    expect(createPlantStoreMock({ plants: [fern, fern] }).plants.size).toBe(2);
  });

  it.each<[options: object, problem: string]>([
    [{ baseUrl: "ftp://plants.example.com" }, "baseUrl must start with http:// or https://"],
    [{ token: null }, TOKEN],
    [{ token: ["a", {}] }, TOKEN],
    [{ token: ["a", ""] }, "token must not be empty"],
    [{ plants: {} }, "plants must be an array of NewPlants"],
    [{ plants: [fern, { id: 2, nam: "x" }] }, "plants[1]: name is required, did you mean name instead of nam?"],
    [
      { plants: [moss, fern, fern], duplicateIds: "reject" },
      'plants: the id 1 is in use, and duplicateIds is "reject"',
    ],
    [{ duplicateIds: "refuse" }, 'duplicateIds must be "accept" or "reject"'],
    [{ delayMs: -1 }, DELAY],
    [{ storage: { getItem: () => null } }, STORAGE],
    [{ storage: { setItem: () => {} } }, STORAGE],
    [{ storageKey: 5, delay: 5 }, "storageKey must be a string; unknown option delay, did you mean delayMs?"],
  ])("throws for %o", (options, problem) => {
    expect(() => createPlantStoreMock(options)).toThrow(new TypeError(`Invalid options: ${problem}`));
  });
});
