/**
 * Asks again where it may help: after lost connections and statuses that pass, when the service says, and no longer than it may.
 *
 *   npx tsx examples/retries.ts
 */
import { createPlantStoreClient, unwrap } from "plant-store-sdk";
import { createPlantStoreMock, type Fault } from "plant-store-sdk/mocks";

const mock = createPlantStoreMock();
const client = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: "any-token",
  fetch: mock.fetch,
  retries: 3,
});

const busy =
  (retryAfterSeconds: number): Fault =>
  () => {
    const headers = { "retry-after": String(retryAfterSeconds) };
    return Response.json({ error: 17, message: "Busy." }, { status: 503, headers });
  };

async function show(title: string, ...faults: Fault[]): Promise<void> {
  mock.reset();
  mock.failNext(...faults);
  const outcome = await client
    .createPlant({ id: 1042, name: "Boston fern" })
    .then(unwrap)
    .then(({ name }) => `created: ${name}`)
    .catch((error: Error) => `${error.name}: ${error.message}`);
  const attempts = mock.requests.map(({ status }) => status ?? "no answer").join(", ");
  console.log(`${title}\n  answers: ${attempts}\n  ${outcome}; plants in the store: ${mock.plants.size}`);
}

await show("Busy twice, and it says that we may ask again at once:", busy(0), busy(0));
await show("A lost connection, and a wait of up to half a second:", "connection");
await show("A refusal, which would be the same again:", { error: 7, message: "No room." });
await show("Two minutes are longer than anybody waits:", busy(120));
await show("Busy for more than three retries:", busy(0), busy(0), busy(0), busy(0));

// Why retries are off unless you ask for them: the answer is lost, the plant is not, and the service promises no uniqueness.
await show("A connection that is lost after the plant was created:", () => {
  mock.plants.add({ id: 1042, name: "Boston fern" });
  return Response.error();
});
