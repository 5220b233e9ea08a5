import { checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it, onTestFinished, vi } from "vitest";

it("prints what violates a clause", async () => {
  const mock = createPlantStoreMock();
  mock.failNext({ error: 5, message: "Out of order", status: 500 });
  const log = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const { fetch } = mock;

  // #region check
  const report = await checkConformance({ baseUrl: "https://staging.example.com/v1", token: "my-access-token", fetch });
  for (const { clauses, reason, cases } of report.causes) {
    console.error(`${clauses.join(", ")}: ${reason} (${cases.join("; ")})`);
  }
  // #endregion

  expect(log.mock.calls).toEqual([
    ["I11: requests fail with status 500, even the smallest NewPlant (the smallest NewPlant)"],
  ]);
});
