import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { FERN_JSON } from "../../support/fern.ts";
import { mockApp } from "../../support/mock-app.ts";
import { post } from "../../support/post.ts";

describe("a bug of the mock while it reads a NewPlant", () => {
  function breakMock() {
    const freeze = vi.spyOn(Object, "freeze").mockImplementation(() => {
      throw new RangeError("a bug");
    });
    onTestFinished(() => freeze.mockRestore());
  }

  it("isn't reported as an invalid NewPlant", async () => {
    const { mock, ...service } = startMock();
    breakMock();
    await expect(post(service, FERN_JSON)).rejects.toThrow(new RangeError("a bug"));
  });

  it("isn't reported as an invalid body by the control API", async () => {
    const { control } = mockApp();
    breakMock();
    expect(await control("POST", "/plants", FERN_JSON)).toEqual([
      500,
      '{"error":500,"message":"The mock failed: a bug"}',
    ]);
  });
});
