/**
 * Handles every outcome of a call: a Plant, an Error, and each class that is thrown, one after the other.
 *
 *   npx tsx examples/handle-outcomes.ts
 */
import {
  createPlantStoreClient,
  type NewPlant,
  PlantStoreApiError,
  PlantStoreConnectionError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  unwrap,
} from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
let token = "any-token";
const baseUrl = "https://plants.example.com";
const client = createPlantStoreClient({ baseUrl, token: () => token, fetch: mock.fetch, timeoutMs: 100 });
const fern: NewPlant = { id: 1042, name: "Boston fern" };

async function addPlant(newPlant: NewPlant): Promise<string> {
  try {
    const { data, error } = await client.createPlant(newPlant);
    return error ? `refused: ${error.message} (error ${error.error})` : `created: ${data.name}`;
  } catch (error) {
    if (error instanceof PlantStoreInputError) {
      return `not sent, correct it: ${error.issues.map(({ message }) => message).join("; ")}`;
    }
    if (error instanceof PlantStoreTokenError) {
      return `not sent, sign in again: ${error.message}`;
    }
    if (error instanceof PlantStoreConnectionError || error instanceof PlantStoreTimeoutError) {
      return `unknown, it may exist: ${error.message}`;
    }
    if (error instanceof PlantStoreResponseError) {
      return `unknown, status ${error.status} with ${JSON.stringify(error.body.slice(0, 24))}`;
    }
    throw error; // nothing that createPlant throws without a signal and middleware
  }
}

const faults: Fault[] = [{ error: 7, message: "No room." }, "connection", "timeout", "malformed", "html"];
console.log(`nothing fails → ${await addPlant(fern)}`);
for (const fault of faults) {
  mock.failNext(fault);
  console.log(`${typeof fault === "string" ? fault : "an Error"} → ${await addPlant(fern)}`);
}
console.log(`a bad plant → ${await addPlant({ id: 2 ** 53, name: "Aloe vera" })}`);
token = "";
console.log(`no token → ${await addPlant(fern)}`);

token = "any-token";
mock.failNext({ error: 7, message: "No room." });
const thrown: unknown = await client
  .createPlant(fern)
  .then(unwrap, String)
  .catch((error: unknown) => error);
console.log(`unwrap → ${thrown instanceof PlantStoreApiError && `throws ${thrown.name}, status ${thrown.status}`}`);
