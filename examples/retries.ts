/**
 * Retries what can't have created the plant, waits as long as Retry-After says, and shows what "at least once" costs.
 * Needs: plant-store-sdk
 *   npx tsx retries.ts
 */
import "./help.ts";
import { type CreatePlantOptions, createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  retries: 3,
  retryDelayMs: (retry) => 10 * retry,
});

const slowDown = (retryAfter: string): Fault => ({
  error: 17,
  message: "Slow down.",
  status: 429,
  headers: { "retry-after": retryAfter },
});

async function show(title: string, faults: Fault[], options: CreatePlantOptions = {}): Promise<void> {
  mock.reset();
  mock.failNext(...faults);
  const outcome = await client
    .createPlant({ id: 1042, name: "Boston fern" }, options)
    .then(unwrap)
    .then(({ name }) => `created: ${name}`)
    .catch((error: Error) => `${error.name}: ${error.message}`);
  const attempts = mock.requests.map(({ status }) => status ?? "dropped").join(", ");
  console.log(`${title}\n  attempts: ${attempts}\n  ${outcome}; plants in the store: ${mock.plants.size}`);
}

await show("Status 429 twice, with Retry-After: 0", [slowDown("0"), slowDown("0")]);
await show("A refused connection, then a wait of retryDelayMs", ["unreachable"]);
await show("Retry-After: 120, which is longer than the call may take", [slowDown("120")]);
await show("An Error, which isn't transient", [{ error: 7, message: "No room." }]);

const lostResponse: Fault = { fault: "connection", creates: true };
await show("A lost response, which may have created the plant", [lostResponse]);
await show('The same, with "at least once"', [lostResponse], { shouldRetry: ({ isTransient }) => isTransient });

/* Prints:
Status 429 twice, with Retry-After: 0
  attempts: 429, 429, 200
  created: Boston fern; plants in the store: 1
A refused connection, then a wait of retryDelayMs
  attempts: dropped, 200
  created: Boston fern; plants in the store: 1
Retry-After: 120, which is longer than the call may take
  attempts: 429
  PlantStoreApiError: Slow down.; plants in the store: 0
An Error, which isn't transient
  attempts: 400
  PlantStoreApiError: No room.; plants in the store: 0
A lost response, which may have created the plant
  attempts: dropped
  PlantStoreConnectionError: POST https://plants.example.com/plants failed: the mock closed the connection: a fault or a reset (it may have been created); plants in the store: 1
The same, with "at least once"
  attempts: dropped, 200
  created: Boston fern; plants in the store: 2
*/
