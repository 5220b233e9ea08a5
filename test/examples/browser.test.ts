import { createPlantStoreClient } from "plant-store-sdk";
import { expect, it } from "vitest";
import { describeFailure } from "../../examples/browser/src/failure.ts";

it("The browser example describes an invalid option, such as VITE_PLANT_STORE_URL, and any other error", () => {
  let problem: unknown;
  try {
    createPlantStoreClient({ baseUrl: "plants.example.com", token: "any" });
  } catch (error) {
    problem = error;
  }
  expect(describeFailure(problem)).toMatchObject({
    title: "Nothing was sent",
    text: expect.stringMatching(/^Invalid options: baseUrl must be an absolute URL, such as /),
  });
  expect(describeFailure(new Error("The worker didn't start."))).toMatchObject({ text: "The worker didn't start." });
});
