/**
 * Handles every outcome of a call: a Plant, an Error, and each class of error that a call can throw.
 * Needs: plant-store-sdk
 *   npx tsx handle-outcomes.ts
 */
import "./help.ts";
import {
  createPlantStoreClient,
  type NewPlant,
  PlantStoreApiError,
  PlantStoreError,
  PlantStoreInputError,
  PlantStoreResponseError,
  PlantStoreTokenError,
  unwrap,
} from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
let token = "any-token";
const baseUrl = "https://plants.example.com";
const client = createPlantStoreClient({ baseUrl, token: () => token, fetch: mock.fetch, timeoutMs: 2_000 });
const fern = { id: 1042, name: "Boston fern" };

async function addPlant(newPlant: NewPlant): Promise<string> {
  try {
    return `created: ${(await client.createPlant(newPlant).then(unwrap)).name}`;
  } catch (error) {
    if (!(error instanceof PlantStoreError)) {
      throw error;
    }
    return `${error.mayHaveBeenCreated ? "may have been created" : "not created"}: ${describe(error)}`;
  }
}

function describe(error: PlantStoreError): string {
  switch (true) {
    case error instanceof PlantStoreApiError:
      return `refused with status ${error.status}, ${error.message} (error ${error.error})`;
    case error instanceof PlantStoreInputError:
      return `correct it, ${error.issues.map(({ message }) => message).join("; ")}`;
    case error instanceof PlantStoreTokenError:
      return `sign in again, ${error.message}`;
    case error instanceof PlantStoreResponseError:
      return `status ${error.status} with ${JSON.stringify(error.body.slice(0, 24))}`;
    default:
      return error.message; // a lost connection, a timeout, an abort, or a callback that failed
  }
}

const refusal = { error: 7, message: "No room." };
console.log(`no fault → ${await addPlant(fern)}`);
for (const fault of [refusal, "unreachable", "connection", "timeout", "malformed", "html"] as const) {
  mock.failNext(fault);
  console.log(`${JSON.stringify(fault)} → ${await addPlant(fern)}`);
}
console.log(`an inexact id → ${await addPlant({ id: 2 ** 53, name: "Aloe vera" })}`);
token = "";
console.log(`no token → ${await addPlant(fern)}`);

/* Prints:
no fault → created: Boston fern
{"error":7,"message":"No room."} → not created: refused with status 400, No room. (error 7)
"unreachable" → not created: POST https://plants.example.com/plants failed: connect ECONNREFUSED: a fault
"connection" → may have been created: POST https://plants.example.com/plants failed: the mock closed the connection: a fault or a reset (it may have been created)
"timeout" → may have been created: POST https://plants.example.com/plants timed out after 2000 ms (it may have been created)
"malformed" → may have been created: status 200 with "{\"name\":\"Monstera"
"html" → may have been created: status 502 with "<!doctype html><title>50"
an inexact id → not created: correct it, id isn't exact as a number beyond 2^53. Pass a bigint
no token → not created: sign in again, The token function returned an invalid token: token must not be empty
*/
