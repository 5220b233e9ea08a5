/**
 * Sends 100 plants, 50 at once, with send-all.ts and one access token. renew-token.ts renews it before it expires, and when
 * the service refuses it.
 * Needs: plant-store-sdk
 *   npx tsx token-refresh.ts
 */
import "./help.ts";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { cacheToken, renewal } from "./renew-token.ts";
import { sendAll } from "./send-all.ts";

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
  const sent = await sendAll(newPlants, createPlant, 50);
  const failed = sent.filter(({ state }) => state !== "created");
  console.log(`At ${seconds} s, with token-${issued}: ${sent.length - failed.length} of ${sent.length} created`);
  for (const { newPlant, state, reason } of failed.slice(0, 2)) {
    console.log(`  ${newPlant.id} is ${state}: ${reason}`);
  }
}

await sendAt(0);
await sendAt(49);
await sendAt(50);
valid = ""; // the service revokes the token
mock.failWhen({ id: 7 }, { status: 503, message: "Busy" });
mock.failWhen({ id: 8 }, { status: 400, message: "There is such a plant" });
await sendAt(70);
isIssuerDown = true;
await sendAt(130);

/* Prints:
At 0 s, with token-1: 100 of 100 created
At 49 s, with token-1: 100 of 100 created
At 50 s, with token-2: 100 of 100 created
At 70 s, with token-3: 98 of 100 created
  7 is parked: PlantStoreApiError: Busy (it may have been created)
  8 is refused: PlantStoreApiError: There is such a plant
At 130 s, with token-3: 0 of 100 created
  0 is queued: PlantStoreTokenError: The token function failed. See the cause, caused by Error: The issuer is down
  1 is queued: PlantStoreTokenError: The token function failed. See the cause, caused by Error: The issuer is down
*/
