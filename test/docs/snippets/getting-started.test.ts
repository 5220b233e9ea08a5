import { createPlantStoreClient, newPlantFormSchema, PlantStoreApiError, parsePlantId, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("throws PlantStoreApiError from unwrap", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
  const log = vi.spyOn(console, "log").mockReturnValue();
  mock.failNext({ error: 17, message: "No room" });

  // #region unwrap
  try {
    const plant = await client.createPlant({ id: 1042, name: "Monstera deliciosa" }).then(unwrap);
    console.log(`Created ${plant.name}`);
  } catch (error) {
    if (error instanceof PlantStoreApiError) {
      console.log(`Error ${error.error}: ${error.message} (status ${error.status})`);
    }
  }
  // #endregion

  expect(log.mock.calls).toEqual([["Error 17: No room (status 400)"]]);
});

it("sends ids exactly", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });

  // #region ids
  await client.createPlant({ id: 1042, name: "Fern" }); // a number, up to 2^53 − 1
  await client.createPlant({ id: 9007199254740993n, name: "Moss" }); // a bigint, for any int64
  await client.createPlant({ id: parsePlantId("9223372036854775807"), name: "Ivy" }); // text, from a form or a database
  // #endregion

  expect(mock.plants.all().map(({ id }) => id)).toEqual([1042n, 9007199254740993n, 9223372036854775807n]);
});

it("turns the text of a form into a NewPlant", async () => {
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://a.example", token: "any", fetch: mock.fetch });
  const messages: Record<string, string> = {};
  const showMessage = (field: string, message: string) => {
    messages[field] = message;
  };
  const submit = async (formData: FormData) => {
    // #region form
    const result = await newPlantFormSchema["~standard"].validate(Object.fromEntries(formData));
    if (result.issues) {
      for (const { path, message } of result.issues) {
        showMessage(String(path?.[0]), message); // such as "name", "Enter a name"
      }
    } else {
      await client.createPlant(result.value);
    }
    // #endregion
  };
  const form = new FormData();
  form.set("id", " 9007199254740993 ");
  form.set("name", "");
  form.set("tag", "");
  await submit(form);
  expect(messages).toEqual({ name: "Enter a name" });

  form.set("name", "Fern");
  await submit(form);
  expect(mock.plants.all()).toEqual([{ id: 9007199254740993n, name: "Fern" }]);
});

it("waits as long as retryDelayMs returns", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  const mock = createPlantStoreMock();
  const { baseUrl, token, fetch } = { baseUrl: "https://a.example", token: "any", fetch: mock.fetch };

  // #region retries
  const client = createPlantStoreClient({
    baseUrl,
    token,
    fetch,
    retries: 3,
    retryDelayMs: (retry) => retry * 200, // 200 ms, 400 ms, 600 ms
  });
  // #endregion

  mock.failNext("connection", "connection", "connection");
  const started = Date.now();
  const call = client.createPlant({ id: 1, name: "Fern" });
  await vi.runAllTimersAsync();
  expect((await call).data).toEqual({ name: "Fern" });
  expect(Date.now() - started).toBe(200 + 400 + 600);
});
