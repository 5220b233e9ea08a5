import { createPlantStoreClient } from "plant-store-sdk";
import { expect, it } from "vitest";
import { describeFailure } from "../../../examples/browser/src/failure.ts";
import { thrownBy } from "../../support/thrown-by.ts";

it("says what is wrong with a setting that the SDK refuses, such as PLANT_STORE_URL", () => {
  const error = thrownBy(() => createPlantStoreClient({ baseUrl: "plants.example.com", token: "any" }));
  expect(describeFailure(error)).toEqual({
    title: "Nothing was sent",
    text: expect.stringMatching(/^The options are invalid: baseUrl must be a URL such as .*\.$/),
    advice: "Change what it names, then try again.",
  });
});

it("shows what no class of the SDK tells, too", () => {
  expect(describeFailure(new Error("The worker did not start."))).toMatchObject({ text: "The worker did not start." });
  expect(describeFailure("a reason")).toMatchObject({ text: "a reason" });
});
