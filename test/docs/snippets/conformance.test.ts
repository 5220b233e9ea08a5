import { checkConformance } from "plant-store-sdk/conformance";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { expect, it, vi } from "vitest";

it("tells what violates a clause", async () => {
  const mock = createPlantStoreMock();
  mock.failNext(() => new Response("created", { status: 201 }));
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { fetch } = mock;

  // #region check
  const report = await checkConformance({ baseUrl: "https://staging.example.com/v1", token: "my-access-token", fetch });
  for (const { clause, title, received } of report.rows.filter(({ verdict }) => verdict === "violates")) {
    console.error(`${clause} ${title}: ${received}`);
  }
  // #endregion

  expect(report.counts.violates).toBe(1);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^I11 .*: 201, text\/plain/)]]);
});
