/**
 * Sends 100 plants, 50 at once, with queue/send-queued.ts and one access token. queue/renew-token.ts renews it before it
 * expires, and when the service refuses it. Stores nothing: after a kill, any of the plants may exist.
 * Needs: plant-store-sdk
 *   npx tsx token-refresh.ts
 */
import "./help.ts";
import { createPlantStoreClient, type NewPlant } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { cacheToken, renewal } from "./queue/renew-token.ts";
import { type Store, sendQueued } from "./queue/send-queued.ts";

let nowMs = 0;
let issued = 0;
let valid = "";
let isIssuerDown = false;
const requestToken = async () => {
  if (isIssuerDown) {
    throw new Error("The issuer is down");
  }
  valid = `token-${++issued}`;
  return { token: valid, lifetimeMs: 60_000 };
};
const mock = createPlantStoreMock({ token: (token) => token === valid });

const { createPlant } = createPlantStoreClient({
  baseUrl: "https://plants.example.com",
  token: cacheToken(requestToken, () => nowMs),
  fetch: mock.fetch,
  ...renewal,
});

const newPlants = Array.from({ length: 100 }, (_, id) => ({ id, name: "Boston fern" }));

async function sendAt(seconds: number) {
  nowMs = seconds * 1_000;
  const states = new Map<NewPlant, string>();
  const store: Store<NewPlant> = {
    claim: async () => true, // nobody else sends these plants
    save: async (newPlant, state, reason) => states.set(newPlant, `${state} ${reason}`.trim()),
  };
  await sendQueued(newPlants, createPlant, store, 50).catch(({ cause }) => console.log(`Stopped: ${cause}`));
  const left = newPlants.filter((newPlant) => states.get(newPlant) !== "created");
  console.log(
    `At ${seconds} s, with token-${issued}: ${newPlants.length - left.length} of ${newPlants.length} created`,
  );
  for (const newPlant of left.slice(0, 2)) {
    console.log(`  ${newPlant.id} is ${states.get(newPlant) ?? "queued"}`);
  }
}

await sendAt(0);
await sendAt(50);
valid = ""; // the service revokes the token
mock.failWhen({ id: 7 }, { status: 503, message: "Busy" });
mock.failWhen({ id: 8 }, { status: 400, message: "There is such a plant" });
await sendAt(70);
isIssuerDown = true;
await sendAt(130);

/* Prints:
At 0 s, with token-1: 100 of 100 created
At 50 s, with token-2: 100 of 100 created
At 70 s, with token-3: 98 of 100 created
  7 is parked PlantStoreApiError: Busy (it may have been created)
  8 is refused PlantStoreApiError: There is such a plant
Stopped: Error: The issuer is down
At 130 s, with token-3: 0 of 100 created
  0 is queued PlantStoreTokenError: The token function failed. See the cause
  1 is queued PlantStoreTokenError: The token function failed. See the cause
*/
