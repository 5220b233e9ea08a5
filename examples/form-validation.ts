/**
 * Validates a form with `parseNewPlantForm`: text in, a NewPlant or messages for the user out.
 * Needs: plant-store-sdk
 *   npx tsx form-validation.ts
 */
import "./help.ts";
import { createPlantStoreClient, PlantStoreError, parseNewPlantForm, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });

async function submit(form: FormData): Promise<Record<string, string>> {
  const input = parseNewPlantForm(form);
  if (input.issues) {
    return Object.fromEntries(input.issues.map(({ path, message }) => [String(path?.[0]), message]));
  }
  try {
    await client.createPlant(input.value).then(unwrap);
    return {};
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error;
    }
    return {
      "": error.mayHaveBeenCreated
        ? "The plant may have been created. Sending it again could create it twice."
        : error.message,
    };
  }
}

async function show(fields: Record<string, string>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  const messages = Object.entries(await submit(form)).map(([field, message]) => `  ${field || "form"}: ${message}`);
  console.log(`${JSON.stringify(fields)}\n${messages.join("\n") || "  created"}`);
}

await show({ id: "", name: "", tag: "" });
await show({ id: "a dozen", name: "Boston fern" });
await show({ id: "9223372036854775808", name: "Boston fern" });
mock.failNext({ error: 7, message: "No room for another plant." });
await show({ id: "1042", name: "Boston fern" });
mock.failNext("connection");
await show({ id: "1042", name: "Boston fern" });
await show({ id: " 9007199254740993 ", name: "Aloe vera", tag: "" });
console.log("In the store:", mock.plants.all());
