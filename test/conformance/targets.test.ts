import { checkConformance } from "plant-store-sdk/conformance";
import { describe, expect, it } from "vitest";
import { adapters } from "../support/adapters.ts";

const token = "test-token";

describe.each(adapters)("the mock through $name", ({ start, answersAll }) => {
  it.each(["accept", "reject"] as const)("conforms to every clause, with duplicateIds: %s", async (duplicateIds) => {
    const { fetch, baseUrl } = await start({ token, duplicateIds });
    const report = await checkConformance({ baseUrl, token, fetch });
    expect(report.rows.filter(({ verdict }) => verdict === "violates")).toEqual([]);
    expect(report).toMatchObject({
      conforms: true,
      stopped: null,
      counts: { conforms: 50, violates: 0, notStated: 7 },
    });
  });

  it("conforms in a second run on the same plants, though it refuses ids in use", async () => {
    const { fetch, baseUrl } = await start({ token, duplicateIds: "reject" });
    await checkConformance({ baseUrl, token, fetch });
    const { conforms, rows } = await checkConformance({ baseUrl, token, fetch });
    expect(conforms).toBe(true);
    expect(rows.find(({ title }) => title === "an id of 0")?.verdict).toBe("not stated");
  });

  it("is observed where the interface is silent", async () => {
    const { fetch, baseUrl } = await start({ token });
    const { rows } = await checkConformance({ baseUrl, token, fetch });
    const silent = rows.filter(({ verdict }) => verdict === "not stated");
    expect(silent.map(({ title, received }) => `${title}: ${received.slice(0, 3)}`)).toEqual([
      "an empty name: 200",
      "a name with control characters: 200",
      "a name of 10,000 characters: 200",
      "the same id once more: 200",
      "application/json; charset=utf-8: 200",
      "fields that NewPlant does not declare: 200",
      `a path that the interface does not know: ${answersAll ? "404" : "500"}`,
    ]);
  });

  it("holds the plants that the report lists, and no other", async () => {
    const { fetch, baseUrl, mock } = await start({ token });
    const { created } = await checkConformance({ baseUrl, token, fetch });
    const held = mock.plants
      .all()
      .map(({ id, name, tag }) => ({ id: String(id), name, tag: tag ?? null, certain: true }));
    expect(created).toEqual(held);
    expect(created).toHaveLength(22);
  });
});
