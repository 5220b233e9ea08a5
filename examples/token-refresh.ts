/**
 * Caches an access token, renews it before it expires, and renews an older one when the service refuses a request.
 * Needs: plant-store-sdk
 *   npx tsx token-refresh.ts
 */
import "./help.ts";
import { createPlantStoreClient, type NewPlant, type Plant, PlantStoreError, unwrap } from "plant-store-sdk";
import { createPlantStoreMock } from "plant-store-sdk/mocks";

const RENEW_EARLY_MS = 10_000;
const REQUEST_LIMIT_MS = 5_000;
const FRESH_MS = 10_000; // a younger token hasn't expired, so the plant itself was refused

interface CachedToken {
  readonly text: Promise<string>;
  readonly requestedAtMs: number;
  renewAtMs: number;
}

/** Shares a token between all calls. If `requestToken` doesn't know the token's lifetime, it returns `Infinity`. */
function cacheToken(requestToken: () => Promise<{ token: string; lifetimeMs: number }>, now = Date.now) {
  let current: CachedToken | undefined;

  const get = (): CachedToken => {
    const requestedAtMs = now();
    if (!current || requestedAtMs >= current.renewAtMs) {
      const renewed: CachedToken = {
        text: requestToken().then(({ token, lifetimeMs }) => {
          renewed.renewAtMs = requestedAtMs + lifetimeMs - RENEW_EARLY_MS;
          return token;
        }),
        requestedAtMs,
        renewAtMs: requestedAtMs + REQUEST_LIMIT_MS, // if it isn't there by then, the next call requests another
      };
      renewed.text.catch(() => forget(renewed));
      current = renewed;
    }
    return current;
  };

  const forget = (used: CachedToken) => {
    current = current === used ? undefined : current; // another call may have renewed it
  };

  /** Forgets a refused token unless it's fresh, and returns whether the next one may be accepted. */
  const refuse = (used: CachedToken): boolean => {
    const isFresh = current === used && now() < used.requestedAtMs + FRESH_MS;
    if (!isFresh) {
      forget(used);
    }
    return !isFresh;
  };

  return { get, refuse };
}

let nowMs = 0;
let issued = 0;
let valid = "";
const requestToken = async () => {
  valid = `token-${++issued}`;
  return { token: valid, lifetimeMs: 60_000 };
};
const mock = createPlantStoreMock({ token: (token) => token === valid });
const tokens = cacheToken(requestToken, () => nowMs);

/** Whether the token may be why nothing was created. By the contract, the status is then 400, as for a refused plant. */
function mayBeTheToken(error: unknown): boolean {
  if (!(error instanceof PlantStoreError) || error.mayHaveBeenCreated || error.isTransient) {
    return false;
  }
  return error.name === "PlantStoreTokenError" || ("status" in error && [400, 401].includes(error.status));
}

async function createAndRenew(newPlant: NewPlant): Promise<Plant> {
  let used: CachedToken | undefined;
  const { createPlant } = createPlantStoreClient({
    baseUrl: "https://plants.example.com",
    token: () => {
      used = tokens.get();
      return used.text;
    },
    fetch: mock.fetch,
  });
  try {
    return await createPlant(newPlant).then(unwrap);
  } catch (error) {
    if (used && mayBeTheToken(error) && tokens.refuse(used)) {
      return createPlant(newPlant).then(unwrap); // has a timeout of its own
    }
    throw error;
  }
}

for (const seconds of [0, 49, 50, 70]) {
  nowMs = seconds * 1_000;
  if (seconds === 70) {
    valid = ""; // the service revokes the token
  }
  const plants = await Promise.all([1, 2].map((id) => createAndRenew({ id, name: "Boston fern" })));
  console.log(`At ${seconds} s: created ${plants.length}, with token-${issued}`);
}
console.log(`Outcomes: ${mock.requests.map(({ outcome }) => outcome).join(", ")}`);

/* Prints:
At 0 s: created 2, with token-1
At 49 s: created 2, with token-1
At 50 s: created 2, with token-2
At 70 s: created 2, with token-3
Outcomes: created, created, created, created, created, created, refused, refused, created, created
*/
