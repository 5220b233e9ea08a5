import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPlantAction } from "./actions";

const mock = createPlantStoreMock();
beforeEach(() => {
  vi.stubGlobal("fetch", mock.fetch);
  vi.stubEnv("PLANT_STORE_TOKEN", "any-token");
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  mock.reset();
});

const form = new FormData();
form.set("id", "9007199254740993");
form.set("name", "Fern");

it("creates a plant with the server action", async () => {
  expect(await createPlantAction({}, form)).toEqual({ message: "Created Fern." });
  expect(mock.plants.all()).toEqual([{ id: BigInt("9007199254740993"), name: "Fern" }]);
});

it("says that the plant may exist when the connection drops", async () => {
  mock.failNext("connection");
  const { message } = await createPlantAction({}, form);
  expect(message).toBe("The plant may have been created. Sending it again could create it twice.");
  expect(console.error).toHaveBeenCalledOnce();
});

it("sends no plant that may exist again until its id changes", async () => {
  mock.failNext("connection");
  const failed = await createPlantAction({}, form);
  expect(await createPlantAction(failed, form)).toEqual(failed);
  const padded = new FormData();
  padded.set("id", "9007199254740993 ");
  padded.set("name", "Fern");
  expect(await createPlantAction(failed, padded)).toMatchObject({ mayHaveBeenCreated: true });
  expect(mock.requests).toHaveLength(1);

  const next = new FormData();
  next.set("id", "9007199254740994");
  next.set("name", "Fern");
  expect(await createPlantAction(failed, next)).toEqual({ message: "Created Fern." });
});

it("asks no user to sign in again, since the token is the server's", async () => {
  vi.stubEnv("PLANT_STORE_TOKEN", "");
  const { message } = await createPlantAction({}, form);
  expect(message).toBe("The plant wasn't created. Something is wrong on our side.");
});
