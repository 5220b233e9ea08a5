import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { post } from "../support/post.ts";

describe("createPlantStoreMock", () => {
  it("has defaults, even with options of a polluted prototype", async () => {
    const polluted = { token: "polluted", delayMs: -1, status: 600 };
    Object.assign(Object.prototype, polluted);
    try {
      const mock = createPlantStoreMock({ token: undefined, baseUrl: "*", duplicateIds: "accept" });
      mock.failNext({ error: 1, message: "no" }, { fault: "html" });
      const statuses = [];
      for (let i = 0; i < 4; i++) {
        const service = { fetch: mock.fetch, baseUrl: "https://plants.example.com" };
        statuses.push((await post(service, '{"id":1,"name":"Fern"}')).status);
      }
      expect(statuses).toEqual([400, 502, 200, 200]);
    } finally {
      for (const name of Object.keys(polluted)) {
        Reflect.deleteProperty(Object.prototype, name);
      }
    }
  });

  it("accepts a base URL with trailing slashes, and then matches a URL with a query", () => {
    const { matches } = createPlantStoreMock({ baseUrl: "http://plants.example.com/v1//" });
    expect(matches({ method: "POST", url: "http://plants.example.com/v1/plants?q#f" })).toBe(true);
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
