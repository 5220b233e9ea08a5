import { expect, it, onTestFinished, vi } from "vitest";

it("finds a limit that is wrong in what the mock and the suite import", async () => {
  vi.doMock("../../shared/limits.ts", async (importOriginal) => {
    const limits = await importOriginal<typeof import("../../shared/limits.ts")>();
    return { ...limits, isInt64: (value: unknown) => limits.isInt64(value) && BigInt(value) < 2n ** 63n - 1n };
  });
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock("../../shared/limits.ts");
    vi.resetModules();
  });
  const { createPlantStoreMock } = await import("plant-store-sdk/mocks");
  const { checkConformance } = await import("plant-store-sdk/conformance");
  const { fetch } = createPlantStoreMock({ token: "test-token" });
  const report = await checkConformance({ baseUrl: "https://plants.test", token: "test-token", fetch });
  expect(report.causes).toMatchObject([{ clauses: ["I5"], cases: ["an id of 2^63 - 1, the largest int64"] }]);
});
