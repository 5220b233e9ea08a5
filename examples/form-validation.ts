/**
 * Checks a form field by field before anything is sent: by `newPlantSchema`, a Standard Schema, which form libraries take
 * as it is, and the id by `parsePlantId`, because a form hands over its digits as text.
 *
 *   npx tsx examples/form-validation.ts
 */
import { createPlantStoreClient, newPlantSchema, PlantStoreInputError, parsePlantId } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({ baseUrl: "https://plants.example.com", token: "any-token", fetch: mock.fetch });

/** The id as a number would lose digits. What is no id is left to the schema, which says so beside the other faults. */
function readId(text: unknown): unknown {
  try {
    return parsePlantId(String(text));
  } catch (error) {
    if (error instanceof PlantStoreInputError) {
      return text;
    }
    throw error;
  }
}

/** A Standard Schema names a field by its key, or by an object that holds it. */
const fieldOf = (path: readonly (PropertyKey | { key: PropertyKey })[] = []) =>
  path.map((item) => String(typeof item === "object" ? item.key : item)).join(".");

/** Creates the plant of the form, or tells what to write beside which field; "" is the form itself. */
async function submit(form: FormData): Promise<Record<string, string>> {
  // A field that is left empty is a field that is not there.
  const { id, ...rest } = Object.fromEntries([...form].filter(([, value]) => value !== ""));
  const checked = await newPlantSchema["~standard"].validate(id === undefined ? rest : { ...rest, id: readId(id) });
  if (checked.issues) {
    return Object.fromEntries(checked.issues.map(({ path, message }) => [fieldOf(path), message]));
  }
  const { error } = await client.createPlant(checked.value);
  return error ? { "": error.message } : {};
}

async function show(fields: Record<string, string>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  const errors = Object.entries(await submit(form)).map(([field, message]) => `  ${field || "the form"}: ${message}`);
  console.log(`${JSON.stringify(fields)}\n${errors.join("\n") || "  created"}`);
}

await show({ id: "", name: "", tag: "" });
await show({ id: "a dozen", name: "Boston fern" });
mock.failNext({ error: 7, message: "No room for another plant." });
await show({ id: "1042", name: "Boston fern" });
await show({ id: "9007199254740993", name: "Aloe vera", tag: "" }); // 2^53 + 1
console.log("In the store:", mock.plants.all());
