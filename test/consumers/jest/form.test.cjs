/** @jest-environment ./jest-environment.cjs */
const { createPlantStoreClient, parseNewPlantForm, unwrap } = require("plant-store-sdk");
const { createPlantStoreMock } = require("plant-store-sdk/mocks");

test("creates the plant of a form", async () => {
  document.body.innerHTML = '<form><input name="id" value="9007199254740993"><input name="name" value="Fern"></form>';
  const { value } = parseNewPlantForm(new FormData(document.querySelector("form")));
  const mock = createPlantStoreMock();
  const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any", fetch: mock.fetch });
  expect(await client.createPlant(value).then(unwrap)).toEqual({ name: "Fern" });
  expect(mock.plants.get(value.id)?.name).toBe("Fern");
});
