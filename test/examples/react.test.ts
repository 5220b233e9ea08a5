import { createPlantStoreClient, PlantStoreInputError, PlantStoreTokenError, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { failureText } from "../../examples/react/src/failure-text.ts";

async function fail({ faults = [], id = 1, token = "any-token" }: { faults?: Fault[]; id?: number; token?: string }) {
  const mock = createPlantStoreMock();
  mock.failNext(...faults);
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch: mock.fetch });
  const failure: unknown = await client
    .createPlant({ id, name: "Fern" }, { timeoutMs: 50 })
    .then(unwrap)
    .catch((error) => error);
  return { failure, sent: mock.requests.length, text: failureText(failure as Error) };
}

describe("the message of the React example", () => {
  it("is the service's message when it refuses the plant", async () => {
    const { text } = await fail({ faults: [{ error: 7, message: "No room" }] });
    expect(text).toBe("The service refused the plant: No room (error 7)");
  });

  it.each([
    { problem: "the token is invalid", call: { token: "two\nlines" }, type: PlantStoreTokenError },
    { problem: "the plant is invalid", call: { id: 0.5 }, type: PlantStoreInputError },
  ])("is that nothing was sent when $problem", async ({ call, type }) => {
    const { failure, sent, text } = await fail(call);
    expect(failure).toBeInstanceOf(type);
    expect(sent).toBe(0);
    expect(text).toBe(`Nothing was sent. ${(failure as Error).message}`);
  });

  it.each<{ fault: Fault }>([{ fault: "connection" }, { fault: "timeout" }, { fault: "malformed" }, { fault: "html" }])(
    "is that the plant may exist after the fault $fault",
    async ({ fault }) => {
      const { failure, sent, text } = await fail({ faults: [fault] });
      expect(sent).toBe(1);
      expect(text).toBe(`The plant may have been created. ${(failure as Error).message}`);
    },
  );
});
