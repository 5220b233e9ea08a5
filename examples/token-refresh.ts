/**
 * Caches an access token for all calls. Renews it before it expires, and when the service refuses it, with renew-token.ts.
 * Needs: plant-store-sdk
 *   npx tsx token-refresh.ts
 */
import "./help.ts";
import { createPlantStoreClient } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";
import { cacheToken, renewal } from "./renew-token.ts";

let nowMs = 0;
let issued = 0;
let valid = "";
const requestToken = async () => {
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

for (const seconds of [0, 49, 50, 70]) {
  nowMs = seconds * 1_000;
  if (seconds === 70) {
    valid = ""; // the service revokes the token
  }
  const results = await Promise.all([1, 2].map((id) => createPlant({ id, name: "Boston fern" })));
  console.log(`At ${seconds} s: created ${results.filter(({ data }) => data).length}, with token-${issued}`);
}
console.log(`Outcomes: ${mock.requests.map(({ outcome }) => outcome).join(", ")}`);

/* Prints:
At 0 s: created 2, with token-1
At 49 s: created 2, with token-1
At 50 s: created 2, with token-2
At 70 s: created 2, with token-3
Outcomes: created, created, created, created, created, created, refused, refused, created, created
*/
