import { checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import { adapters } from "../support/adapters.ts";

const token = "test-token";

describe.each(adapters)("the mock through $name", ({ start }) => {
  it.each(["accept", "reject"] as const)("conforms to every clause with duplicateIds: %s", async (duplicateIds) => {
    const { fetch, baseUrl } = await start({ token, duplicateIds });
    const { conforms, causes, stopped } = await checkConformance({ baseUrl, token, fetch });
    expect(causes).toEqual([]);
    expect({ conforms, stopped }).toEqual({ conforms: true, stopped: null });
  });

  it("stores the plants that the report lists", async () => {
    const { fetch, baseUrl, mock } = await start({ token });
    const { created } = await checkConformance({ baseUrl, token, fetch });
    expect(created).not.toEqual([]);
    expect(created).toEqual(mock.plants.all().map(({ id }) => String(id)));
  });

  it("behaves as documented where the contract states nothing", async () => {
    const { fetch, baseUrl } = await start({ token });
    const { rows, accepted } = await checkConformance({ baseUrl, token, fetch });
    expect(accepted).toEqual([]);
    const notStated = rows.filter(({ verdict }) => verdict === "not stated");
    expect(notStated.map(({ title, status }) => `${title}: ${status}`)).toEqual([
      "an empty name: 200",
      "a name with control characters: 200",
      "a name with outer blanks: 200",
      "a name with an unpaired surrogate: 200",
      "a name of 10,000 characters: 200",
      "the same id again: 200",
      "fields that NewPlant doesn't declare: 200",
      "application/json; charset=utf-8: 200",
    ]);
  });
});
