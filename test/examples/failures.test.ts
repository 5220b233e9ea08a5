import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { describeFailure } from "../../examples/browser/src/failure.ts";
import { failureText } from "../../examples/react/src/failure-text.ts";
import { thrownBy } from "../support/thrown-by.ts";

it("the browser example describes an invalid option, such as VITE_PLANT_STORE_URL, and any other error", () => {
  const error = thrownBy(() => createPlantStoreClient({ baseUrl: "plants.example.com", token: "any" }));
  const text = expect.stringMatching(/^Invalid options: baseUrl must be an absolute URL, such as /);
  expect(describeFailure(error)).toMatchObject({ text });
  expect(describeFailure(new Error("The worker didn't start."))).toMatchObject({ text: "The worker didn't start." });
});

it.each<{ fault: Fault; token?: string; text: string }>([
  { fault: { error: 7, message: "No room" }, text: "The service refused the plant: No room (err" },
  { fault: { error: 9, message: "Busy", status: 503 }, text: "The plant may have been created. Busy" },
  { fault: "timeout", text: "The plant may have been created. POST " },
  { fault: "unreachable", token: "two\nlines", text: "The plant wasn't created. The token function returned" },
])("the React example says whether a plant may exist: $text", async ({ fault, token = "any-token", text }) => {
  const mock = createPlantStoreMock();
  mock.failNext(fault);
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch: mock.fetch });
  const call = client.createPlant({ id: 1, name: "Fern" }, { timeoutMs: 50 }).then(unwrap);
  expect(failureText(await call.catch((error) => error))).toContain(text);
});
