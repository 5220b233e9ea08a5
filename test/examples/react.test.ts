import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it } from "vitest";
import { failureText } from "../../examples/react/src/failure-text.ts";

const busy: Fault = { error: 9, message: "Busy", status: 503 };

it.each<{ problem: string; fault?: Fault; token?: string; text: string }>([
  {
    problem: "is refused",
    fault: { error: 7, message: "No room" },
    text: "The service refused the plant: No room (err",
  },
  { problem: "has no valid token", token: "two\nlines", text: "The plant wasn't created. The token function returned" },
  { problem: "gets a 503", fault: busy, text: "The plant may have been created. Busy" },
  { problem: "gets no response", fault: "timeout", text: "The plant may have been created. POST " },
  { problem: "loses its connection", fault: "connection", text: "The plant may have been created. POST " },
])("the React example says whether a plant may exist that $problem", async ({ fault, token = "any-token", text }) => {
  const mock = createPlantStoreMock();
  mock.failNext(...(fault ? [fault] : []));
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch: mock.fetch });
  const call = client.createPlant({ id: 1, name: "Fern" }, { timeoutMs: 50 }).then(unwrap);
  expect(failureText(await call.catch((error) => error))).toContain(text);
});
