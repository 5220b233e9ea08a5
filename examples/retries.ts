/**
 * Retries after temporary failures, waits as long as Retry-After says, and shows how a retry can create a plant twice.
 * Needs: plant-store-sdk
 *   npx tsx retries.ts
 */
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  retries: 3,
  retryDelayMs: (retry) => 10 * retry,
});

const busy = (retryAfter: string): Fault => ({
  error: 17,
  message: "Busy.",
  status: 503,
  headers: { "retry-after": retryAfter },
});

async function show(title: string, ...faults: Fault[]): Promise<void> {
  mock.reset();
  mock.failNext(...faults);
  const outcome = await client
    .createPlant({ id: 1042, name: "Boston fern" })
    .then(unwrap)
    .then(({ name }) => `created: ${name}`)
    .catch((error: Error) => `${error.name}: ${error.message}`);
  const attempts = mock.requests.map(({ status }) => status ?? "dropped").join(", ");
  console.log(`${title}\n  attempts: ${attempts}\n  ${outcome}; plants in the store: ${mock.plants.size}`);
}

await show("Busy twice, with Retry-After: 0", busy("0"), busy("0"));
await show("A dropped connection, then a wait of retryDelayMs", "connection");
await show("A refusal, which isn't retried", { error: 7, message: "No room." });
await show("Retry-After: 120, which is longer than the call may take", busy("120"));
await show("Busy four times, with three retries", busy("0"), busy("0"), busy("0"), busy("0"));

await show("A connection that drops after the service created the plant", { fault: "connection", creates: true });
