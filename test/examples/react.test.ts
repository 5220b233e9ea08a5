import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { failureText } from "../../examples/react/src/failure-text.ts";

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
