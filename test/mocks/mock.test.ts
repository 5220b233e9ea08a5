import { describe, expect, it } from "vitest";
import { startMock } from "../support/adapter.ts";
import { CREATED, FERN, post } from "../support/post.ts";

const fern = { id: 1n, name: "Fern" };

describe("mock.reset", () => {
  it("restores the initial plants", () => {
    const { mock } = startMock({ plants: [fern] });
    mock.plants.add({ id: 2, name: "Moss" });
    mock.reset();
    expect(mock.plants.all()).toEqual([fern]);
  });

  it("clears the requests", async () => {
    const { mock, ...service } = startMock();
    await post(service, FERN);
    mock.reset();
    expect(mock.requests).toEqual([]);
  });

  it("clears the faults", async () => {
    const { mock, ...service } = startMock();
    mock.failNext("html");
    mock.reset();
    expect(await post(service, FERN)).toEqual(CREATED);
  });
});

it("a mock can't be changed", () => {
  expect(Object.isFrozen(startMock().mock)).toBe(true);
});
