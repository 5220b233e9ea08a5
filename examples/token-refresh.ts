/**
 * Caches an access token, renews it before it expires, and renews it once more when the service refuses a request.
 * Needs: plant-store-sdk
 *   npx tsx token-refresh.ts
 */
import "./help.ts";
import { createPlantStoreClient, type NewPlant, type Plant, PlantStoreError, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const RENEW_EARLY_MS = 10_000;
const REQUEST_LIMIT_MS = 5_000;

/** The token of all calls. If `requestToken` doesn't know the token's lifetime, it returns `Infinity`. */
function cachedToken(requestToken: () => Promise<{ token: string; lifetimeMs: number }>, now = Date.now) {
  let token: Promise<string> | undefined;
  let renewAtMs = 0;
  const get = (): Promise<string> => {
    if (token === undefined || now() >= renewAtMs) {
      renewAtMs = now() + REQUEST_LIMIT_MS; // until then, concurrent calls wait for the same token
      token = requestToken().then(({ token, lifetimeMs }) => {
        renewAtMs = now() + lifetimeMs - RENEW_EARLY_MS;
        return token;
      });
    }
    return token;
  };
  const forget = (used?: Promise<string>) => {
    token = token === used ? undefined : token; // another call may have renewed it
  };
  return { get, forget };
}

let nowMs = 0;
let issued = 0;
let valid = "";
const requestToken = async () => {
  valid = `token-${++issued}`;
  return { token: valid, lifetimeMs: 60_000 };
};
const mock = createPlantStoreMock({ token: (token) => token === valid });
const tokens = cachedToken(requestToken, () => nowMs);

/** Statuses of a refused token, such as 401. The mock returns 400, as for a refused plant, which then renews it too. */
const TOKEN_STATUSES = [400, 401];

async function createAndRenew(newPlant: NewPlant): Promise<Plant> {
  let used: Promise<string> | undefined;
  const { createPlant } = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: () => {
      used = tokens.get();
      return used;
    },
    fetch: mock.fetch,
  });
  try {
    return await createPlant(newPlant).then(unwrap);
  } catch (error) {
    if (!(error instanceof PlantStoreError) || error.mayHaveBeenCreated) {
      throw error;
    }
    const isRefused = "status" in error && TOKEN_STATUSES.includes(error.status);
    if (isRefused || error.name === "PlantStoreTokenError") {
      tokens.forget(used);
    }
    if (!isRefused) {
      throw error;
    }
    return createPlant(newPlant).then(unwrap); // safe, since nothing was created. It has a timeout of its own
  }
}

for (const seconds of [0, 49, 50, 51]) {
  nowMs = seconds * 1_000;
  valid = seconds === 51 ? "" : valid;
  const plants = await Promise.all([1, 2].map((id) => createAndRenew({ id, name: "Boston fern" })));
  console.log(`At ${seconds} s: created ${plants.length}, with token-${issued}`);
}
console.log(`Outcomes: ${mock.requests.map(({ outcome }) => outcome).join(", ")}`);

/* Prints:
At 0 s: created 2, with token-1
At 49 s: created 2, with token-1
At 50 s: created 2, with token-2
At 51 s: created 2, with token-3
Outcomes: created, created, created, created, created, created, refused, refused, created, created
*/
