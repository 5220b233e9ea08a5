import { describe, expect, it, vi } from "vitest";
import { startMock } from "../../support/adapter.ts";
import { FERN_JSON, fern } from "../../support/fern.ts";
import { FERN_RESPONSE, post } from "../../support/post.ts";

describe("mock.reset", () => {
  it("restores the initial plants", () => {
    const { mock } = startMock({ plants: [fern] });
    mock.plants.add({ id: 2, name: "Moss" });
    mock.reset();
    expect(mock.plants.all()).toEqual([fern]);
  });

  it("clears the faults", async () => {
    const { mock, ...service } = startMock();
    mock.failNext("html");
    mock.reset();
    expect(await post(service, FERN_JSON)).toEqual(FERN_RESPONSE);
  });
});

it("a mock can be spied on", async () => {
  const { mock } = startMock();
  const fetch = vi.spyOn(mock, "fetch");
  const get = vi.spyOn(mock.plants, "get").mockReturnValue(fern);
  await mock.fetch("https://plants.example.com/");
  expect(fetch).toHaveBeenCalledOnce();
  expect(mock.plants.get(2)).toBe(fern);
  expect(get).toHaveBeenCalledWith(2);
});
