import { TestBed } from "@angular/core/testing";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { firstValueFrom, retry } from "rxjs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PlantStore } from "./plant-store";

const mock = createPlantStoreMock();
beforeEach(() => void vi.stubGlobal("fetch", mock.fetch));
afterEach(() => {
  vi.unstubAllGlobals();
  mock.reset();
});

const createFern = (id = 9007199254740993n) => TestBed.inject(PlantStore).createPlant({ id, name: "Fern" });

it("creates a plant", async () => {
  expect(await firstValueFrom(createFern())).toEqual({ name: "Fern" });
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("sends nothing before it is subscribed to", () => {
  createFern();
  expect(mock.requests).toEqual([]);
});

it("aborts when it is unsubscribed", async () => {
  mock.failNext("timeout");
  const subscription = createFern(2n).subscribe();
  await vi.waitFor(() => expect(mock.requests).toHaveLength(1));
  subscription.unsubscribe();
  await vi.waitFor(() => expect(mock.requests).toMatchObject([{ outcome: "aborted" }]));
});

it("sends a plant that may exist once, also with retry", async () => {
  mock.failNext({ fault: "connection", creates: true });
  const call = firstValueFrom(createFern(3n).pipe(retry(3)));
  await expect(call).rejects.toMatchObject({ mayHaveBeenCreated: true });
  expect(mock.requests).toHaveLength(1);
});
