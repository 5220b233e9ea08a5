import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { expect, it, onTestFinished, vi } from "vitest";
import { failureText } from "../../examples/react/src/failure-text.ts";
import { fern } from "../support/fern.ts";

it.each<{ fault: Fault; token?: string; text: string }>([
  { fault: { error: 7, message: "No room" }, text: "The service refused the plant: No room (error 7)" },
  { fault: { error: 9, message: "Busy", status: 503 }, text: "The plant may have been created. Sending it again" },
  { fault: "timeout", text: "could create it twice. (POST https://a.example/plants timed out" },
  { fault: () => new Response("No.", { status: 403 }), text: "The service refused the plant. (POST " },
  { fault: "unreachable", token: "two\nlines", text: "The plant wasn't sent. The token function returned" },
])("the React example says what is known about a plant: $text", async ({ fault, token = "any-token", text }) => {
  const mock = createPlantStoreMock();
  mock.failNext(fault);
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch: mock.fetch });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const failure = client
    .createPlant(fern)
    .then(unwrap)
    .catch((error) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(failureText(await failure)).toContain(text);
});
