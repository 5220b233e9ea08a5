import { createPlantStoreClient } from "plant-store-sdk";
import { expect, it } from "vitest";
import { describeFailure } from "../../../examples/browser/src/failure.ts";
import { thrownBy } from "../../support/thrown-by.ts";

it("describes an invalid option, such as VITE_PLANT_STORE_URL", () => {
  const error = thrownBy(() => createPlantStoreClient({ baseUrl: "plants.example.com", token: "any" }));
  expect(describeFailure(error)).toEqual({
    title: "Nothing was sent",
    text: expect.stringMatching(/^Invalid options: baseUrl must be an absolute URL, such as /),
    advice: "Correct the input. Then send the plant again.",
  });
});

it("describes other errors", () => {
  expect(describeFailure(new Error("The worker didn't start."))).toMatchObject({ text: "The worker didn't start." });
  expect(describeFailure("a reason")).toMatchObject({ text: "a reason" });
});
