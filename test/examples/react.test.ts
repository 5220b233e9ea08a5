import { createPlantStoreClient, PlantStoreInputError, PlantStoreTokenError, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";
import { describe, expect, it } from "vitest";
import { failureText } from "../../examples/react/src/failure-text.ts";
import { plantFieldsSchema } from "../../examples/react/src/plant-fields.ts";

/** What a person reads when a call fails. */
async function textOf({ faults = [], id = 1, token = "any-token" }: { faults?: Fault[]; id?: number; token?: string }) {
  const mock = createPlantStoreMock();
  mock.failNext(...faults);
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: () => token, fetch: mock.fetch });
  const failure: unknown = await client
    .createPlant({ id, name: "Fern" }, { timeoutMs: 50 })
    .then(unwrap)
    .catch((error) => error);
  return { failure, sent: mock.requests.length, text: failureText(failure as Error) };
}

describe("what the React example says of a failure", () => {
  it("is that the service refused the plant, where it answers with an Error", async () => {
    const { text } = await textOf({ faults: [{ error: 7, message: "No room" }] });
    expect(text).toBe("The service refused it: No room (error 7)");
  });

  it.each([
    { what: "a token that no header can carry", given: { token: "two\nlines" }, type: PlantStoreTokenError },
    { what: "a plant that is invalid", given: { id: 0.5 }, type: PlantStoreInputError },
  ])("is that nothing was sent, of $what", async ({ given, type }) => {
    const { failure, sent, text } = await textOf(given);
    expect(failure).toBeInstanceOf(type);
    expect(sent).toBe(0);
    expect(text).toBe(`Nothing was sent. ${(failure as Error).message}`);
  });

  it.each<{ fault: Fault }>([{ fault: "connection" }, { fault: "timeout" }, { fault: "malformed" }, { fault: "html" }])(
    "is that the plant may exist, of the fault $fault",
    async ({ fault }) => {
      const { failure, sent, text } = await textOf({ faults: [fault] });
      expect(sent).toBe(1);
      expect(text).toBe(`It may or may not have been created. ${(failure as Error).message}`);
    },
  );
});

describe("the fields of the React example", () => {
  const read = async (fields: Record<"id" | "name" | "tag", string>) => {
    const result = await plantFieldsSchema["~standard"].validate(fields);
    return result.issues?.map(({ message }) => message) ?? result;
  };

  it("are a plant, with its id to the digit", async () => {
    expect(await read({ id: "9007199254740993", name: "Fern", tag: "indoor" })).toEqual({
      typed: true,
      value: { id: 9007199254740993n, name: "Fern", tag: "indoor" },
      issues: undefined,
    });
  });

  it("are absent where they are empty", async () => {
    expect(await read({ id: "", name: "", tag: "" })).toEqual(["id is required", "name is required"]);
    expect(await read({ id: "1", name: "", tag: "" })).toEqual(["name is required"]);
  });

  it("say what an id must be", async () => {
    expect(await read({ id: "a dozen", name: "Fern", tag: "" })).toEqual([
      "id must be an integer from -9223372036854775808 to 9223372036854775807",
    ]);
  });
});
