import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { post } from "../support/post.ts";

const FERN = '{"id":1,"name":"Fern"}';
const baseUrl = "https://plants.example.com";

describe("createPlantStoreMock", () => {
  it("accepts the default of each option", async () => {
    const mock = createPlantStoreMock({
      baseUrl: "*",
      token: undefined,
      plants: [],
      duplicateIds: "accept",
      delayMs: 0,
    });
    mock.plants.add({ id: 1, name: "Moss" });
    expect((await post({ fetch: mock.fetch, baseUrl }, FERN)).status).toBe(200);
  });

  it("accepts an http base URL with trailing slashes", () => {
    const { matches } = createPlantStoreMock({ baseUrl: "http://plants.example.com/v1//" });
    expect(matches({ method: "POST", url: "http://plants.example.com/v1/plants?q#f" })).toBe(true);
    expect(matches({ method: "GET", url: "http://plants.example.com/v1/plants" })).toBe(false);
    expect(matches({ method: "POST", url: "http://plants.example.com/plants" })).toBe(false);
  });

  const STORAGE = "storage must have the methods getItem and setItem, such as sessionStorage";
  const TOKEN = "token must be a string, an array of strings or a function";
  const DELAY = "delayMs must be a number of milliseconds from 0 to 2147483647";
  const plants = [{ id: 1, name: "Fern" }];

  it.each<[options: object, problem: string]>([
    [{ baseUrl: "ftp://plants.example.com" }, "baseUrl must start with http:// or https://"],
    [{ token: null }, TOKEN],
    [{ token: ["a", {}] }, TOKEN],
    [{ token: ["a", ""] }, "token must not be empty"],
    [{ plants: {} }, "plants must be an array of NewPlants"],
    [{ plants: [...plants, { id: 2, nam: "x" }] }, "plants[1]: name is required, did you mean name instead of nam?"],
    [
      { plants: [...plants, { id: 2, name: "a" }, { id: 2n, name: "b" }], duplicateIds: "reject" },
      'plants: the id 2 is in use, and duplicateIds is "reject"',
    ],
    [{ duplicateIds: "refuse" }, 'duplicateIds must be "accept" or "reject"'],
    [{ delayMs: -1 }, DELAY],
    [{ delayMs: 2 ** 31 }, DELAY],
    [{ delayMs: "5" }, DELAY],
    [{ storage: {} }, STORAGE],
    [{ storage: { getItem: () => null } }, STORAGE],
    [{ storage: { setItem: () => {} } }, STORAGE],
    [{ storageKey: 5, delay: 5 }, "storageKey must be a string; unknown option delay, did you mean delayMs?"],
    [null as never, "expected an object"],
  ])("throws for %o", (options, problem) => {
    expect(() => createPlantStoreMock(options)).toThrow(new TypeError(`Invalid options: ${problem}`));
  });

  it("ignores options of a polluted prototype", async () => {
    Object.assign(Object.prototype, { token: "polluted", delayMs: -1, status: 600 });
    try {
      const mock = createPlantStoreMock();
      mock.failNext({ error: 1, message: "no" }, { fault: "html" });
      const statuses = [];
      for (let i = 0; i < 3; i++) {
        statuses.push((await post({ fetch: mock.fetch, baseUrl }, FERN)).status);
      }
      expect(statuses).toEqual([400, 502, 200]);
    } finally {
      for (const name of ["token", "delayMs", "status"]) {
        Reflect.deleteProperty(Object.prototype, name);
      }
    }
  });
});
