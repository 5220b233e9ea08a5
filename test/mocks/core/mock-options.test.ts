import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { FERN_JSON, fern } from "../../support/fern.ts";
import { FERN_RESPONSE, post } from "../../support/post.ts";

describe("createPlantStoreMock", () => {
  const TOKEN = "token must be a string, an array of strings or a function";
  const DELAY = "delayMs must be a number of milliseconds from 0 to 2147483647";
  const moss = { id: 2, name: "Moss" };

  it("accepts a base URL with trailing slashes", async () => {
    const baseUrl = "http://plants.example.com/v1";
    const { fetch } = createPlantStoreMock({ baseUrl: `${baseUrl}//` });
    expect(await post({ fetch, baseUrl }, FERN_JSON)).toEqual(FERN_RESPONSE);
  });

  it("takes requests for any host with the base URL *", async () => {
    const { fetch } = createPlantStoreMock({ baseUrl: "*" });
    expect(await post({ fetch, baseUrl: "https://plants.example.com" }, FERN_JSON)).toEqual(FERN_RESPONSE);
  });

  it("accepts more initial plants than a call accepts arguments", () => {
    const plants = Array.from({ length: 150_000 }, (_, id) => ({ id, name: "Fern" }));
    expect(createPlantStoreMock({ plants }).plants.size).toBe(150_000);
  });

  it.each<[title: string, options: object, problem: string]>([
    ["a base URL of FTP", { baseUrl: "ftp://a.example" }, "baseUrl must start with http:// or https://"],
    ["a token of null", { token: null }, TOKEN],
    ["a list with a token that isn't text", { token: ["a", {}] }, TOKEN],
    ["a list with an empty token", { token: ["a", ""] }, "token must not be empty"],
    ["plants that aren't in an array", { plants: {} }, "plants must be an array of NewPlants"],
    [
      "an invalid plant",
      { plants: [fern, { id: 2, nam: "x" }] },
      "plants[1]: name is required, did you mean name instead of nam?",
    ],
    [
      "an id that occurs twice",
      { plants: [moss, fern, fern], duplicateIds: "reject" },
      "plants[2]: the id 1 is in use, and this mock rejects duplicate ids",
    ],
    ["an unknown duplicateIds", { duplicateIds: "refuse" }, 'duplicateIds must be "accept" or "reject"'],
    ["a negative delay", { delayMs: -1 }, DELAY],
    ["a delay that is text", { delayMs: "5" }, DELAY],
    ["an unknown option", { delay: 5 }, "unknown option delay, did you mean delayMs?"],
  ])("throws a TypeError for %s", (_, options, problem) => {
    expect(() => createPlantStoreMock(options)).toThrow(new TypeError(`Invalid options: ${problem}`));
  });
});
